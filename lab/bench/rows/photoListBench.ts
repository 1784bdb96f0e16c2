import { get } from 'node:http';
import { API_PATHS } from '#contract/paths.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';
import { type Bench, inTurns, median, type Row } from '../measuring/bench.ts';
import { answersPerProcessorSecond } from '../measuring/load.ts';
import { makeRows } from '../measuring/manyRows.ts';

const ROUNDS = 3;
const CALLS = 60;

/** The two lists that every kiosk asks for. Uncached: each call as it is after a write. */
export const photoListBench: Bench = {
  id: 'lists',
  run: async () => [
    ...(await rowsFor({ what: 'photo list of 1,000 photos', albums: 1, photosPerAlbum: 1_000, uncachedGoalMs: 5 })),
    ...(await rowsFor({ what: 'photo list of 10,000 photos', albums: 1, photosPerAlbum: 10_000 })),
    ...(await rowsFor({ what: 'album tree of 1,000 albums', albums: 1_000, photosPerAlbum: 1 })),
    await treeGrowth(),
  ],
};

interface Case {
  what: string;
  albums: number;
  photosPerAlbum: number;
  uncachedGoalMs?: number;
}

interface Target {
  server: TestServer;
  path: string;
  headers: Record<string, string>;
  /** Whether each call comes after a write. */
  writes: { each: boolean };
  write: () => Promise<void>;
}

async function rowsFor({ what, albums, photosPerAlbum, uncachedGoalMs }: Case): Promise<Row[]> {
  const target = await open({ albums, photosPerAlbum });
  const { server, path, headers, writes } = target;
  try {
    const etag = await etagOf(target);
    const rate = (each: boolean, more: Record<string, string> = {}) => {
      writes.each = each;
      return answersPerProcessorSecond({
        origin: server.origin,
        paths: [path],
        headers: { ...headers, ...more },
        pid: process.pid,
      });
    };
    const rates = await inTurns(ROUNDS, {
      uncached: () => rate(true),
      cached: () => rate(false),
      known: () => rate(false, { 'If-None-Match': etag }),
    });
    const uncachedMs = median(await callTimes(target));
    const row = (name: string, ours: number): Row => ({
      name: `${what}, ${name}`,
      against: 'the same call when each comes after a write',
      ratio: ours / rates.uncached,
      goal: { kind: 'at least', value: 20, unit: '×' },
      figures: { ours: `${Math.round(ours)} per processor second`, uncached: `${Math.round(rates.uncached)}` },
    });
    const rows = [row('cached, sent whole (br)', rates.cached), row('cached, known by its ETag (304)', rates.known)];
    if (uncachedGoalMs === undefined) return rows;
    const goal = { kind: 'at most' as const, value: uncachedGoalMs, unit: 'ms', measured: uncachedMs };
    return [
      ...rows,
      {
        name: `${what}, uncached`,
        against: 'the clock, over HTTP',
        goal,
        figures: { median: `${uncachedMs.toFixed(2)} ms` },
      },
    ];
  } finally {
    await server.close();
  }
}

async function treeGrowth(): Promise<Row> {
  const one = await open({ albums: 1_000, photosPerAlbum: 1 });
  const other = await open({ albums: 10_000, photosPerAlbum: 1 });
  try {
    const { small, large } = await inTurns(ROUNDS, {
      small: async () => median(await callTimes(one)),
      large: async () => median(await callTimes(other)),
    });
    return {
      name: 'album tree of 10,000 albums, uncached',
      against: 'the same of 1,000 albums',
      ratio: large / small,
      goal: { kind: 'at most', value: 12, unit: '×' },
      figures: { '10,000': `${large.toFixed(1)} ms`, '1,000': `${small.toFixed(1)} ms` },
    };
  } finally {
    await one.server.close();
    await other.server.close();
  }
}

async function open(rows: { albums: number; photosPerAlbum: number }): Promise<Target> {
  const server = await startTestServer();
  const [album] = await makeRows(server.dependencies.settings.dataDir, rows);
  const headers = { 'X-API-Key': await server.createKey('bench'), 'Accept-Encoding': 'br' };
  const writes = { each: false };
  const write = writeBeforeEach(server, album!.id, writes);
  const path = rows.albums === 1 ? API_PATHS.albumPhotos(album!.id) : API_PATHS.albums;
  return { server, headers, writes, write, path };
}

/** Writes to the album itself: after a write to another one its list is checked, and not made again. */
function writeBeforeEach(server: TestServer, albumId: string, writes: { each: boolean }): () => Promise<void> {
  const { db, photos } = server.dependencies;
  const { lists } = photos;
  const albumTree = lists.albumTree.bind(lists);
  const photosOf = lists.photosOf.bind(lists);
  const write = async (): Promise<void> => {
    const album = db.updateTable('albums').where('id', '=', albumId);
    await album.set(({ eb }) => ({ version: eb('version', '+', 1) })).execute();
    lists.forget();
  };
  const asIs = <Answer>(ask: () => Answer | Promise<Answer>): Answer | Promise<Answer> =>
    writes.each ? write().then(ask) : ask();
  lists.albumTree = (roots) => asIs(() => albumTree(roots));
  lists.photosOf = (query) => asIs(() => photosOf(query));
  return write;
}

async function callTimes(target: Target): Promise<number[]> {
  target.writes.each = false;
  const times: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    await target.write();
    const started = performance.now();
    await etagOf(target);
    times.push(performance.now() - started);
  }
  return times;
}

function etagOf({ server, path, headers }: Target): Promise<string> {
  return new Promise((resolve, reject) => {
    get(server.origin + path, { headers }, (answer) => {
      answer.resume().on('end', () => resolve(String(answer.headers.etag)));
    }).on('error', reject);
  });
}
