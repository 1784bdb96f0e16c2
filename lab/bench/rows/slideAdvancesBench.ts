import { Endurance, LIMITS } from '../measuring/endurance.ts';
import { enduredRows } from '../measuring/enduredRows.ts';
import type { Bench } from '../measuring/bench.ts';

const ADVANCES = 10_000;
const WARM_UP_ADVANCES = 100;
const LOOK_EVERY = 1_000;

/** Ten days and nights on the wall, each of their 90 seconds as soon as the photo before is decoded and shown. */
export const slideAdvancesBench: Bench = {
  id: 'advances',
  run: async () => {
    const endurance = await Endurance.begin();
    try {
      console.log(await endurance.warmUp(WARM_UP_ADVANCES));
      for (let done = 1; done <= ADVANCES; done += 1) {
        await endurance.advance();
        if (done % LOOK_EVERY === 0) console.log(await endurance.look());
      }
      const name = `${ADVANCES.toLocaleString('en')} slideshow advances`;
      return enduredRows(endurance.result(), { name, warmUp: WARM_UP_ADVANCES, stallMs: LIMITS.stallMs });
    } finally {
      await endurance.end();
    }
  },
};
