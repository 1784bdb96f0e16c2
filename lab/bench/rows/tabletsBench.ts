import { ApiClient, type UploadFile } from '#scripts/run/apiClient.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { makeTablet } from '#support/kiosk/adminsTablet.ts';
import { jpeg } from '#support/pictures/images.ts';
import type { Bench, Row } from '../measuring/bench.ts';
import type { OwnProcess } from '../measuring/ownProcess.ts';
import { residentMegabytes } from '../measuring/processMemory.ts';
import { processorSeconds } from '../measuring/processorSeconds.ts';
import { type Heard, startTablets } from '../measuring/tabletTraffic.ts';

const TABLETS = 1_000;
const PHOTOS = 20;
const SETTLE_SECONDS = 5;
/** Longer than the time between two reports of a tablet. */
const REST_SECONDS = 60;
const UPLOADS = 3;
/** By then every tablet has to have the new list. */
const LISTED_WITHIN_MS = 5_000;
const WATCH_SECONDS = 8;
const WINDOW_MS = 100;
const GOAL_AT_REST_PERCENT = 10;
/** Evenly spread over two seconds it would be a twentieth; the reader of the streams here also wakes up in bursts. */
const GOAL_AT_ONCE = TABLETS / 4;

async function tabletKeys(api: ApiClient): Promise<string[]> {
  const keys: string[] = [];
  while (keys.length < TABLETS) keys.push((await makeTablet(api)).key);
  return keys;
}

/** The most of these moments that lie within a tenth of a second. */
function mostAtOnce(times: readonly number[]): number {
  return Math.max(0, ...times.map((from) => times.filter((time) => time >= from && time < from + WINDOW_MS).length));
}

function expectAll({ toldAt, listedAt }: Heard): void {
  if (toldAt.length !== TABLETS || listedAt.length !== TABLETS) {
    throw new Error(
      `Of ${TABLETS} tablets ${toldAt.length} were told of a new photo, ${listedAt.length} have its list`,
    );
  }
}

interface Change {
  listedMs: number;
  toldMs: number;
  atOnce: number;
}

const tablets = TABLETS.toLocaleString('en');

async function picture(seed: number): Promise<UploadFile> {
  return { name: `${seed}.jpg`, bytes: Uint8Array.from(await jpeg({ seed })) };
}

/** The share of one core, in percent. */
async function loadAtRest(pid: number, traffic: OwnProcess<Heard>): Promise<number> {
  const before = processorSeconds(pid);
  const startedAt = performance.now();
  await traffic.measure(REST_SECONDS);
  return ((processorSeconds(pid) - before) * 100_000) / (performance.now() - startedAt);
}

async function uploadAndWatch(traffic: OwnProcess<Heard>, upload: () => Promise<unknown>): Promise<Change> {
  const heard = traffic.measure(WATCH_SECONDS);
  await upload();
  const uploadedAt = Date.now();
  const times = await heard;
  expectAll(times);
  return {
    listedMs: Math.max(...times.listedAt) - uploadedAt,
    toldMs: Math.max(...times.toldAt) - uploadedAt,
    atOnce: mostAtOnce(times.toldAt),
  };
}

function rowsOf(atRestPercent: number, changes: readonly Change[], megabytes: number): Row[] {
  const each = (name: keyof Change) => changes.map((change) => change[name]);
  return [
    {
      name: `${tablets} tablets on their walls, at rest: CPU`,
      against: `one core, over ${REST_SECONDS} s`,
      goal: { kind: 'at most', value: GOAL_AT_REST_PERCENT, unit: '%', measured: atRestPercent },
      figures: { 'memory of the server': `${megabytes.toFixed(0)} MB` },
    },
    {
      name: `a photo is uploaded: the last of ${tablets} tablets has the new list`,
      against: 'the clock, from the end of the upload',
      goal: { kind: 'at most', value: LISTED_WITHIN_MS, unit: 'ms', measured: Math.max(...each('listedMs')) },
      figures: {
        'the last is told after': each('toldMs')
          .map((value) => `${value} ms`)
          .join(', '),
      },
    },
    {
      name: `meanwhile: tablets that are told within the same ${WINDOW_MS} ms`,
      against: `all ${tablets}`,
      goal: { kind: 'at most', value: GOAL_AT_ONCE, unit: 'tablets', measured: Math.max(...each('atOnce')) },
      figures: { 'photo by photo': each('atOnce').join(', ') },
    },
  ];
}

/** Tablets on walls, each with its stream of events, and a photo that is uploaded for all of them. */
export const tabletsBench: Bench = {
  id: 'tablets',
  run: async () => {
    const server = await new ServerProcess().start();
    const pid = server.pid ?? 0;
    const api = await ApiClient.signedIn(server.origin);
    const album = await api.createAlbum('Wall', 'wall');
    await api.upload(album.id, await Promise.all(Array.from({ length: PHOTOS }, (_, seed) => picture(seed))));
    const traffic = await startTablets({ origin: server.origin, keys: await tabletKeys(api), albumId: album.id });
    try {
      await traffic.measure(SETTLE_SECONDS);
      const atRest = await loadAtRest(pid, traffic);
      const changes: Change[] = [];
      for (let seed = PHOTOS; seed < PHOTOS + UPLOADS; seed += 1) {
        const photo = await picture(seed);
        changes.push(await uploadAndWatch(traffic, () => api.upload(album.id, [photo])));
      }
      return rowsOf(atRest, changes, residentMegabytes(pid));
    } finally {
      traffic.stop();
      await server.dispose();
    }
  },
};
