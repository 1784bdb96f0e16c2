// `npm run soak [-- --advances 1000 | --minutes 30]`: the real server, a kiosk in real Chromium, and slide after slide.
// With --minutes photos are added and the server restarted now and then. A line now and then, at the end a verdict.
import { parseArgs } from 'node:util';
import { ApiClient } from '../support/apiClient.ts';
import { colouredPhotos } from '../support/kioskLibrary.ts';
import { ServerProcess } from '../support/serverProcess.ts';
import { WallKiosk, type Figures } from './wallKiosk.ts';

const WARM_UP_ADVANCES = 100;
const PHOTOS = 24;
const LIMITS = { heapGrowth: 1.05, images: 7, stallMs: 100 };
const ADD_PHOTO_EVERY_MINUTES = 3;
const RESTART_EVERY_MINUTES = 5;

const { values } = parseArgs({ options: { advances: { type: 'string' }, minutes: { type: 'string' } } });
const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
const advances = minutes === undefined ? Number(values.advances ?? 1_000) : Number.POSITIVE_INFINITY;

const server = await new ServerProcess().start();
const api = await ApiClient.signedIn(server.origin);
const album = await api.createAlbum('Soak', 'soak');
await api.upload(album.id, await colouredPhotos(PHOTOS, { width: 1600, height: 1067 }));
const url = `${server.origin}/circuit-tree/photos/soak?apiKey=${encodeURIComponent(server.kioskKey)}&slideshow=true`;
const kiosk = await WallKiosk.open(url);

function line(done: number, figures: Figures): string {
  const heap = (figures.heapBytes / 1024 ** 2).toFixed(2);
  return (
    `${String(done).padStart(6)} advances  heap ${heap} MB  nodes ${figures.nodes}  listeners ${figures.listeners}  ` +
    `live images ${figures.images}  longest stall ${figures.longestStallMs.toFixed(0)} ms  errors ${kiosk.errors.length}`
  );
}

/** What happens to a kiosk in real life. */
async function disturb(minute: number): Promise<void> {
  if (minute % ADD_PHOTO_EVERY_MINUTES === 0) {
    await api.upload(album.id, await colouredPhotos(1, { first: 1_000 + minute, width: 1600, height: 1067 }));
    console.log('       + a photo');
  }
  if (minute % RESTART_EVERY_MINUTES === 0) {
    await server.stop();
    await server.start();
    console.log('       + the server was restarted');
  }
}

async function run(): Promise<{ first: Figures; last: Figures; stallMs: number }> {
  const started = performance.now();
  let first: Figures | undefined;
  let last: Figures | undefined;
  let stallMs = 0;
  let minute = 0;
  for (let done = 1; done <= advances; done += 1) {
    await kiosk.advance();
    const elapsed = Math.floor((performance.now() - started) / 60_000);
    const isMinute = minutes !== undefined && elapsed > minute;
    if (done !== WARM_UP_ADVANCES && !isMinute && (minutes !== undefined || done % 100 !== 0)) continue;
    last = await kiosk.figures();
    if (done === WARM_UP_ADVANCES) first = last;
    else if (first) stallMs = Math.max(stallMs, last.longestStallMs);
    console.log(line(done, last));
    if (!isMinute) continue;
    minute = elapsed;
    if (minutes !== undefined && minute >= minutes) break;
    await disturb(minute);
  }
  if (!first || !last) throw new Error(`Too short: the first ${WARM_UP_ADVANCES} advances only warm up`);
  return { first, last, stallMs };
}

function judge({ first, last, stallMs }: Awaited<ReturnType<typeof run>>): boolean {
  const growth = last.heapBytes / first.heapBytes;
  const verdicts: [string, boolean][] = [
    [
      `heap ${growth.toFixed(3)} × that after ${WARM_UP_ADVANCES} (≤ ${LIMITS.heapGrowth})`,
      growth <= LIMITS.heapGrowth,
    ],
    [`nodes ${last.nodes} (${first.nodes} after ${WARM_UP_ADVANCES})`, last.nodes <= first.nodes],
    [`live images ${last.images} (≤ ${LIMITS.images})`, last.images <= LIMITS.images],
    [`longest stall ${stallMs.toFixed(0)} ms (≤ ${LIMITS.stallMs})`, stallMs <= LIMITS.stallMs],
    [`errors ${kiosk.errors.length}`, kiosk.errors.length === 0],
  ];
  console.log();
  for (const [text, holds] of verdicts) console.log(`${holds ? 'ok    ' : 'MISSED'}  ${text}`);
  for (const error of kiosk.errors.slice(0, 5)) console.log(`        ${error}`);
  return verdicts.every(([, holds]) => holds);
}

try {
  process.exitCode = judge(await run()) ? 0 : 1;
} finally {
  await kiosk.close();
  await server.dispose();
}
