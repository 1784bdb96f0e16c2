import { Agent, get, type IncomingMessage, request } from 'node:http';
import { KIOSK_EVENTS } from '#contract/tablets/kioskEvents.ts';
import { API_KEY_HEADER, API_PATHS, imagePath } from '#contract/paths.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import type { TabletReport } from '#contract/tablets/schemas.ts';
import { type OwnProcess, startOwnProcess } from './ownProcess.ts';

/** Tablets on walls, on which nothing is touched. */
export interface Tablets {
  origin: string;
  keys: readonly string[];
  /** The album that they show. */
  albumId: string;
  /** Whether each loads the new images of the album's list, like a wall that stores them. */
  storesImages?: boolean;
}

/**
 * The times at which tablets were notified of changed albums, and at which each had the new list, in milliseconds since
 * the epoch.
 */
export interface Heard {
  toldAt: number[];
  listedAt: number[];
}

const STREAMS_AT_ONCE = 50;
/** The app's own requests: it checks the connection, and reports about itself. */
const HEALTH_EVERY_MS = 15_000;
const REPORT_EVERY_MS = 50_000;

const REPORT: TabletReport = {
  path: '/circuit-tree/photos/wall',
  photo: { filename: '0123456789abcdef0123456789abcdef.webp', albumSlug: 'wall' },
  version: '1.0.0+0123456789',
  offlineReady: { done: 200, of: 200 },
  storage: { usage: 40_000_000, quota: 8_000_000_000 },
  screen: { width: 1024, height: 768 },
  battery: { level: 1, charging: true },
};

/** Resolves once every tablet listens to its events. */
export function startTablets(tablets: Tablets): Promise<OwnProcess<Heard>> {
  return startOwnProcess(import.meta.url, tablets);
}

async function run({ origin, keys, albumId, storesImages = false }: Tablets): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  let heard: Heard = { toldAt: [], listedAt: [] };

  const call = (path: string, key: string, body?: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
      const options = {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: { [API_KEY_HEADER]: key, ...json },
      };
      const sent = request(origin + path, options, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      });
      sent.once('error', reject);
      sent.end(body);
    });

  const stored = new Map(keys.map((key) => [key, new Set<string>()]));

  async function tell(key: string): Promise<void> {
    heard.toldAt.push(Date.now());
    if (storesImages) await store(key);
    else await expect(200, call(API_PATHS.albumPhotos(albumId), key));
    heard.listedAt.push(Date.now());
  }

  async function store(key: string): Promise<void> {
    const answer = await fetch(origin + API_PATHS.albumPhotos(albumId), { headers: { [API_KEY_HEADER]: key } });
    const photos: Photo[] = JSON.parse(await answer.text());
    const known = stored.get(key)!;
    for (const photo of photos.filter(({ filename }) => !known.has(filename))) {
      known.add(photo.filename);
      for (const variant of ['thumbnail', 'medium'] as const) await expect(200, call(imagePath(photo, variant), key));
    }
  }

  for (let start = 0; start < keys.length; start += STREAMS_AT_ONCE) {
    const some = keys.slice(start, start + STREAMS_AT_ONCE);
    await Promise.all(some.map((key) => listen(origin, key, () => void tell(key))));
  }
  for (const key of keys) {
    every(HEALTH_EVERY_MS, () => void expect(200, call(API_PATHS.health, key)));
    every(REPORT_EVERY_MS, () => void expect(204, call(API_PATHS.kioskReport, key, JSON.stringify(REPORT))));
  }
  process.on('message', ({ seconds }: { seconds: number }) => {
    heard = { toldAt: [], listedAt: [] };
    setTimeout(() => process.send?.(heard), seconds * 1_000);
  });
  process.send?.('ready');
}

async function expect(status: number, answer: Promise<number>): Promise<void> {
  const got = await answer;
  if (got !== status) throw new Error(`A tablet got ${got} instead of ${status}`);
}

/** Tablets were switched on at different moments. */
function every(periodMs: number, act: () => void): void {
  setTimeout(() => {
    act();
    setInterval(act, periodMs);
  }, Math.random() * periodMs);
}

/** Resolves with the first word of the stream; `onAlbums` is called for each change of albums. */
async function listen(origin: string, key: string, onAlbums: () => void): Promise<void> {
  const url = `${origin}${API_PATHS.kioskEvents}?apiKey=${encodeURIComponent(key)}`;
  const stream = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent: false }, resolve).once('error', reject);
  });
  if (stream.statusCode !== 200) throw new Error(`A stream began with ${stream.statusCode}`);
  stream.once('close', () => {
    throw new Error('A stream ended');
  });
  await new Promise<void>((resolve) => {
    stream.setEncoding('utf8').on('data', (text: string) => {
      // The server writes each event in one piece.
      if (text.includes(`event: ${KIOSK_EVENTS.albums}\n`)) onAlbums();
      resolve();
    });
  });
}

if (import.meta.main) await run(JSON.parse(process.argv[2] ?? ''));
