import { Endurance, LIMITS, megabytes } from '../measuring/endurance.ts';
import type { Bench, Row } from '../measuring/bench.ts';

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
      const { first, last, stall, errors } = endurance.result();
      if (errors.length > 0) throw new Error(`The kiosk's page said: ${errors[0]}`);
      const name = `${ADVANCES.toLocaleString('en')} slideshow advances`;
      const against = `after the first ${WARM_UP_ADVANCES}`;
      const atMost = (what: string, [measured, value]: [number, number], unit: string): Row => ({
        name: `${name}: ${what}`,
        against: 'the goal',
        goal: { kind: 'at most', value, unit, measured },
        figures: { measured: `${measured.toFixed(0)} ${unit}` },
      });
      return [
        {
          name: `${name}: heap after a collection`,
          against,
          ratio: last.heapBytes / first.heapBytes,
          goal: { kind: 'at most', value: LIMITS.heapGrowth, unit: '×' },
          figures: { last: megabytes(last.heapBytes), first: megabytes(first.heapBytes) },
        },
        {
          name: `${name}: kept on the heap, without compiled code`,
          against,
          ratio: last.keptBytes / first.keptBytes,
          goal: { kind: 'at most', value: LIMITS.heapGrowth, unit: '×' },
          figures: { last: megabytes(last.keptBytes), first: megabytes(first.keptBytes) },
        },
        {
          name: `${name}: nodes`,
          against,
          ratio: last.nodes / first.nodes,
          goal: { kind: 'at most', value: 1, unit: '×' },
          figures: { last: String(last.nodes), first: String(first.nodes) },
        },
        atMost('live images', [last.images, LIMITS.images], 'images'),
        {
          ...atMost('longest stall', [stall.ms, LIMITS.stallMs], 'ms'),
          figures: { measured: `${stall.ms.toFixed(0)} ms`, 'work in one': `${stall.workMs.toFixed(0)} ms at most` },
        },
      ];
    } finally {
      await endurance.end();
    }
  },
};
