// `npm run lab -- soak [--advances 1000 | --minutes 30]`: the real server, a kiosk in real Chromium, and slide after slide,
// counted from the end of a warm-up. With --minutes photos are added and the server is stopped and started now and then.
// Prints a line now and then, and at the end what held and what did not (exit code 1).
import { parseArgs } from 'node:util';
import { ADVANCES_WITHOUT_SERVER, Endurance, type Endured, LIMITS, stallText } from './endurance.ts';

/** Caches are full by then, and V8 has compiled most of what it is going to compile. */
const WARM_UP_ADVANCES = 1_000;
const LINE_EVERY_ADVANCES = 100;
const ADD_PHOTO_EVERY_MINUTES = 3;
const RESTART_EVERY_MINUTES = 5;

const { values } = parseArgs({ options: { advances: { type: 'string' }, minutes: { type: 'string' } } });

async function forAdvances(endurance: Endurance, advances: number): Promise<void> {
  for (let done = 1; done <= advances; done += 1) {
    await endurance.advance();
    if (done % LINE_EVERY_ADVANCES === 0 || done === advances) console.log(await endurance.look());
  }
}

async function forMinutes(endurance: Endurance, minutes: number): Promise<void> {
  const started = performance.now();
  let minute = 0;
  while (minute < minutes) {
    await endurance.advance();
    const elapsed = Math.floor((performance.now() - started) / 60_000);
    if (elapsed === minute) continue;
    minute = elapsed;
    console.log(`${String(minute).padStart(3)} min  ${await endurance.look()}`);
    if (minute < minutes) await disturb(endurance, minute);
  }
}

/** The events in the life of a kiosk. */
async function disturb(endurance: Endurance, minute: number): Promise<void> {
  if (minute % ADD_PHOTO_EVERY_MINUTES === 0) {
    await endurance.addPhoto();
    console.log('         + a photo');
  }
  if (minute % RESTART_EVERY_MINUTES === 0) {
    await endurance.restartServer();
    console.log(`         + the server was away for ${ADVANCES_WITHOUT_SERVER} slides, and started again`);
  }
}

function printResult({ first, last, stall, errors }: Endured): boolean {
  const heap = last.heapBytes / first.heapBytes;
  const kept = last.keptBytes / first.keptBytes;
  const results: [string, boolean][] = [
    [`heap ${heap.toFixed(3)} × that after the warm-up (≤ ${LIMITS.heapGrowth})`, heap <= LIMITS.heapGrowth],
    [`kept, without compiled code, ${kept.toFixed(3)} × (≤ ${LIMITS.heapGrowth})`, kept <= LIMITS.heapGrowth],
    [`nodes ${last.nodes} (${first.nodes} after the warm-up)`, last.nodes <= first.nodes],
    [`live images ${last.images} (≤ ${LIMITS.images})`, last.images <= LIMITS.images],
    [`${stallText(stall)} (≤ ${LIMITS.stallMs})`, stall.ms <= LIMITS.stallMs],
    [`errors ${errors.length}`, errors.length === 0],
  ];
  console.log();
  for (const [text, holds] of results) console.log(`${holds ? 'ok    ' : 'MISSED'}  ${text}`);
  for (const error of errors.slice(0, 5)) console.log(`        ${error}`);
  return results.every(([, holds]) => holds);
}

const endurance = await Endurance.begin();
try {
  console.log(`${await endurance.warmUp(WARM_UP_ADVANCES)}  (the warm-up of ${WARM_UP_ADVANCES} is over)`);
  if (values.minutes === undefined) await forAdvances(endurance, Number(values.advances ?? 1_000));
  else await forMinutes(endurance, Number(values.minutes));
  process.exitCode = printResult(endurance.result()) ? 0 : 1;
} finally {
  await endurance.end();
}
