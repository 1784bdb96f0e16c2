import { LongAlbums } from '#server/photos/albums/longAlbums/longAlbums.ts';
import { partQueries } from '#server/photos/albums/longAlbums/partQueries.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AlbumOutline, Photo } from '#contract/photos/schemas.ts';
import type { PhotoOrder } from '#contract/limits.ts';
import { API_PATHS } from '#contract/paths.ts';
import { PHOTOS_PER_PART } from '#domain/albums/longAlbums.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';
import { makeRows } from '#lab/bench/measuring/manyRows.ts';

const PHOTOS = 2 * PHOTOS_PER_PART + 50;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** In UTC and in London this is still the old year, in Helsinki it is midnight already. */
const START_MS = Date.UTC(2023, 11, 31, 22);

let server: TestServer;
let client: PhotoClient;
let albumId = '';
beforeAll(async () => {
  server = await startTestServer();
  client = await PhotoClient.on(server);
  const { dataDir, databaseUrl } = server.dependencies.settings;
  const [album] = await makeRows(dataDir, {
    databaseUrl,
    albums: 1,
    photosPerAlbum: PHOTOS,
    takenAt: (index) => (index % 10 === 5 ? null : START_MS + (index % 100) * DAY_MS),
  });
  albumId = album!.id;
});
afterAll(() => server.close());

async function outlineIn(timeZone: string): Promise<AlbumOutline> {
  const path = `${API_PATHS.albumOutline(albumId)}?timeZone=${encodeURIComponent(timeZone)}`;
  return (await client.call<AlbumOutline>(path)).body;
}

async function monthsIn(timeZone: string): Promise<(string | undefined)[]> {
  return (await outlineIn(timeZone)).months.map(({ month }) => month);
}

async function partFrom(from: number): Promise<Photo[]> {
  return (await client.call<Photo[]>(`${API_PATHS.albumPart(albumId)}?from=${from}`)).body;
}

async function order(by: PhotoOrder): Promise<void> {
  const { status } = await client.ask(`PATCH /photos/albums/${albumId}`, { order: by });
  expect(status).toBe(200);
}

describe.each(['taken', 'newest', 'name', 'manual'] as const)('an album in the order %s', (by) => {
  test('read in parts is the same as read whole', async () => {
    await order(by);
    const parts = [await partFrom(0), await partFrom(PHOTOS_PER_PART), await partFrom(2 * PHOTOS_PER_PART)];
    expect(parts.map(({ length }) => length)).toEqual([PHOTOS_PER_PART, PHOTOS_PER_PART, 50]);
    const whole = await client.photos(albumId);
    expect(parts.flat()).toEqual(whole);
    expect((await outlineIn('UTC')).photos).toEqual(whole.slice(0, PHOTOS_PER_PART));
    expect(await partFrom(3 * PHOTOS_PER_PART)).toEqual([]);
  });

  test('tells its months as they follow one another, if it is by time', async () => {
    await order(by);
    const { count, months } = await outlineIn('UTC');
    expect(count).toBe(PHOTOS);
    if (by === 'name' || by === 'manual') return expect(months).toEqual([]);
    const names = months.map(({ month }) => month);
    const expected = ['2023-12', '2024-01', '2024-02', '2024-03', '2024-04'];
    expect(names).toEqual([...(by === 'taken' ? expected : expected.toReversed()), undefined]);
    const whole = await client.photos(albumId);
    let first = 0;
    for (const section of months) {
      const photos = whole.slice(first, first + section.count);
      expect(new Set(photos.map(({ takenAt }) => takenAt?.slice(0, 7)))).toEqual(new Set([section.month]));
      first += section.count;
    }
    expect(first).toBe(PHOTOS);
  });
});

test('months are those of the reader’s time zone', async () => {
  await order('taken');
  expect(await monthsIn('Europe/London')).toContain('2023-12');
  expect(await monthsIn('Europe/Helsinki')).not.toContain('2023-12');
});

test('a change shows in the next outline and part', async () => {
  await order('taken');
  const [first] = await partFrom(0);
  const { count } = await outlineIn('UTC');
  await client.ask(`DELETE /photos/albums/${albumId}/photos`, { filenames: [first!.filename] });
  expect((await outlineIn('UTC')).count).toBe(count - 1);
  expect((await partFrom(0)).map(({ filename }) => filename)).not.toContain(first!.filename);
});

test.each([
  ['outline?timeZone=Mars/Olympus', 400],
  ['part', 400],
  ['part?from=-1', 400],
  ['part?from=', 400],
  ['part?from=true', 400],
  ['part?from=1.5', 400],
  ['part?from=0x10', 400],
  ['part?from=2e2', 400],
  ['part?from=200&from=400', 400],
  ['part?from=%20200', 400],
  ['part?from=9223372036854775800', 400],
  ['part?from=18446744073709551600', 400],
  ['part?from=1e400', 400],
  // Whole parts, of an album that nobody has: as an offset the first is too large for SQL.
  ['part?from=9223372036854784000', 400],
  ['part?from=100000200', 400],
  [`part?from=${'9'.repeat(400)}`, 400],
  // Only whole parts are read, so that nobody can fill the memory with lists that differ by one photo.
  ['part?from=1', 400],
])('%s is refused', async (path, status) => {
  expect((await client.call(`/photos/albums/${albumId}/${path}`)).status).toBe(status);
});

const from = (start: number) => ({ from: start, count: PHOTOS_PER_PART });

test('an album is sorted by name once for all of its parts, until it changes', async () => {
  const queries = partQueries(server.dependencies.db);
  const sortedIds = vi.fn(queries.sortedIds);
  const long = new LongAlbums({ ...queries, sortedIds });
  const album = { id: albumId, order: 'name', slug: 'a', stamp: '1' } as const;
  const [first, second] = await Promise.all([long.part(album, from(0)), long.part(album, from(PHOTOS_PER_PART))]);
  expect(first.length + second.length).toBe(2 * PHOTOS_PER_PART);
  await long.outline(album, 'UTC');
  expect(sortedIds).toHaveBeenCalledTimes(1);
  await long.part({ ...album, stamp: '2' }, from(0));
  expect(sortedIds).toHaveBeenCalledTimes(2);
  await long.part({ ...album, stamp: undefined }, from(0));
  expect(sortedIds).toHaveBeenCalledTimes(3);
});

test('an album that is not there has no outline and no part', async () => {
  expect((await client.call('/photos/albums/none/outline')).status).toBe(404);
  expect((await client.call('/photos/albums/none/part?from=0')).status).toBe(404);
});

test('an album longer than one read is listed whole, even with many photos of one moment', async () => {
  const own = await startTestServer();
  try {
    const { dataDir, databaseUrl } = own.dependencies.settings;
    const photos = 10_001;
    const takenAt = (index: number) => START_MS + Math.floor(index / 700) * DAY_MS;
    const [album] = await makeRows(dataDir, { databaseUrl, albums: 1, photosPerAlbum: photos, takenAt });
    const listed = await (await PhotoClient.on(own)).photos(album!.id);
    const rows = await own.dependencies.db
      .selectFrom('photos')
      .select('filename')
      .orderBy('sort_time')
      .orderBy('upload_order')
      .execute();
    expect(rows.length).toBe(photos);
    expect(listed.map(({ filename }) => filename)).toEqual(rows.map(({ filename }) => filename));
  } finally {
    await own.close();
  }
});
