import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { API_PATHS } from '#contract/paths.ts';
import { TabletClient } from '#support/server/tabletClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

// 2024 ─ summer ─ lake
//      └ winter
// party

let server: TestServer;
let client: TabletClient;
const ids: Record<string, string> = {};

async function makeAlbum(name: string, parent?: string): Promise<void> {
  const below = parent === undefined ? {} : { parentAlbumId: idOf(parent) };
  ids[name] = await client.albumIdOf({ name, slug: name, ...below });
}

/** The id of an album, or the name of one that was never made. */
const idOf = (album: string) => ids[album] ?? album;

beforeAll(async () => {
  server = await startTestServer();
  client = await TabletClient.on(server);
  await makeAlbum('2024');
  await makeAlbum('summer', '2024');
  await makeAlbum('lake', 'summer');
  await makeAlbum('winter', '2024');
  await makeAlbum('party');
});
afterAll(() => server.close());

const tabletFor = (albums: string[] | null) => client.make({ albumIds: albums?.map(idOf) ?? null });

function outline(albums: Album[]): string {
  return albums
    .map(({ name, parentSlug, childAlbums }) =>
      [name, parentSlug ? `<${parentSlug}` : '', childAlbums.length > 0 ? `(${outline(childAlbums)})` : ''].join(''),
    )
    .join(' ');
}

async function treeFor(key: string): Promise<string> {
  const { status, body } = await client.tablet<Album[]>(key, `GET ${API_PATHS.albums}`);
  expect(status).toBe(200);
  return outline(body);
}

const photosStatus = async (key: string, album: string, all = false) => {
  const path = API_PATHS.albumPhotos(idOf(album)) + (all ? '?includeChildAlbums=true' : '');
  return (await client.tablet(key, `GET ${path}`)).status;
};

test.each<[string, string[] | null, string]>([
  ['everything', null, '2024(summer<2024(lake<summer) winter<2024) party'],
  ['one album with what is below it', ['summer'], 'summer(lake<summer)'],
  ['an album in the middle and one elsewhere', ['lake', 'party'], 'lake party'],
  ['an album and one below it once each', ['2024', 'lake'], '2024(summer<2024(lake<summer) winter<2024)'],
  ['nothing', [], ''],
  ['an album that is gone', ['no-such-id'], ''],
])('a tablet sees %s', async (_name, albums, expected) => {
  const { key } = await tabletFor(albums);
  expect(await treeFor(key)).toBe(expected);
});

test('photos of other albums are as if those were not there', async () => {
  const { key } = await tabletFor(['summer']);
  expect(await photosStatus(key, 'summer', true)).toBe(200);
  expect(await photosStatus(key, 'lake')).toBe(200);
  for (const album of ['2024', 'winter', 'party', 'no-such-id']) {
    expect(await photosStatus(key, album), album).toBe(404);
    expect(await photosStatus(key, album, true), album).toBe(404);
  }
});

test('the outline and parts of other albums are as if those were not there', async () => {
  const { key } = await tabletFor(['summer']);
  const statusOf = async (path: string) => (await client.tablet(key, `GET ${path}`)).status;
  for (const [album, status] of [
    ['lake', 200],
    ['2024', 404],
    ['party', 404],
  ] as const) {
    expect(await statusOf(API_PATHS.albumOutline(idOf(album))), album).toBe(status);
    expect(await statusOf(`${API_PATHS.albumPart(idOf(album))}?from=0`), album).toBe(status);
  }
});

test('what is taken away or given counts from the next request, also after a move', async () => {
  const { id, key } = await tabletFor(['summer']);
  const see = (albums: string[] | null) =>
    client.admin('PATCH', ADMIN_PATHS.tablet(id), { albumIds: albums?.map(idOf) ?? null });
  await see(['party']);
  expect(await treeFor(key)).toBe('party');
  expect(await photosStatus(key, 'summer')).toBe(404);
  await client.admin('PATCH', ADMIN_PATHS.album(idOf('winter')), { parentAlbumId: idOf('party') });
  expect(await treeFor(key)).toBe('party(winter<party)');
  expect(await photosStatus(key, 'winter')).toBe(200);
  await see(null);
  expect(await photosStatus(key, '2024', true)).toBe(200);
});

test('people see all albums', async () => {
  const { body } = await client.admin<Album[]>('GET', API_PATHS.albums);
  expect(outline(body)).toContain('2024(');
});
