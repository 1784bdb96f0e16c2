import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { API_PATHS } from '#contract/paths.ts';
import { SHARE_KEY_HEADER } from '#contract/access/shareKeys.ts';
import type { ShareWithKey } from '#contract/shares/schemas.ts';
import { jpeg } from '#support/pictures/images.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

const DAY_MS = 86_400_000;
const DIGITS = /-[0-9a-f]{32}\.jpg$/;

let server: TestServer;
let client: PhotoClient;
/** The shared one, an album in it, and one that nobody shared. */
let album: Album;
let below: Album;
let apart: Album;

beforeAll(async () => {
  server = await startTestServer();
  client = await PhotoClient.on(server);
});
afterAll(() => server.close());

beforeEach(async () => {
  album = await client.createAlbum();
  below = await client.createAlbum({ parentAlbumId: album.id });
  apart = await client.createAlbum();
  const picture = { 'Élan 日本.jpg': await jpeg({ width: 90, height: 70 }) };
  for (const { id } of [album, below, apart]) await client.upload(id, picture);
});

async function share(term = 'week', more = {}) {
  const { body } = await client.ask<ShareWithKey>('POST /shares', { albumId: album.id, term, ...more });
  return body;
}

async function seen(key: string): Promise<Photo[]> {
  const path = `${API_PATHS.albumPhotos(album.id)}?includeChildAlbums=true`;
  const { body } = await server.call(path, { headers: { [SHARE_KEY_HEADER]: key } });
  return JSON.parse(JSON.stringify(body));
}

const statusOf = async (photo: Photo) => {
  const statuses = await Promise.all(
    (['medium', 'thumbnail'] as const).map(async (variant) => (await client.image(photo, variant)).status),
  );
  expect(new Set(statuses).size).toBe(1);
  return statuses[0];
};

test('a visitor’s names differ from the tablets’ and from those of another link, in lists and covers', async () => {
  const [one, other] = [await share(), await share()];
  const own = await client.photos(album.id, '?includeChildAlbums=true');
  const lists = [own, await seen(one.key), await seen(other.key)];
  const names = lists.flatMap((photos) => photos.map(({ filename }) => filename));
  // The same bytes in two albums have two names.
  expect(new Set(names).size).toBe(6);
  for (const name of names) expect(name).toMatch(DIGITS);
  expect(new Set(names.map((name) => name.replace(DIGITS, '')))).toEqual(new Set(['Élan-日本']));
  expect(await seen(one.key)).toEqual(lists[1]);

  const { body } = await server.call(API_PATHS.albums, { headers: { [SHARE_KEY_HEADER]: one.key } });
  const [tree]: Album[] = JSON.parse(JSON.stringify(body));
  expect([tree!.cover, tree!.childAlbums[0]!.cover]).toEqual(lists[1]);
  for (const { filename } of own) expect(JSON.stringify(body)).not.toContain(filename.slice(-36));
});

test('their images are the same, are stored by the visitor’s browser alone, and are asked for again', async () => {
  const [photo] = await seen((await share()).key);
  const [own] = await client.photos(album.id);
  expect(await client.imageBytes(photo!, 'medium')).toEqual(await client.imageBytes(own!, 'medium'));
  for (let request = 0; request < 2; request += 1) {
    const { status, headers } = await client.image(photo!, 'thumbnail');
    expect(status).toBe(200);
    expect(headers.get('Cache-Control')).toBe('private, max-age=300, must-revalidate');
    expect(headers.get('ETag')).not.toContain(own!.filename.slice(-36, -4));
    const known = { headers: { 'If-None-Match': headers.get('ETag')! } };
    expect((await client.image(photo!, 'thumbnail', known)).status).toBe(304);
  }
  expect((await client.image(own!, 'thumbnail')).headers.get('Cache-Control')).toContain('immutable');
});

test('end when the link is taken back, also where the browser asks whether its copy is current', async () => {
  const { id, key } = await share();
  const other = await seen((await share()).key);
  const photos = await seen(key);
  expect(await Promise.all(photos.map(statusOf))).toEqual([200, 200]);
  const etag = (await client.image(photos[0]!, 'medium')).headers.get('ETag')!;
  await client.ask(`DELETE /shares/${id}`);
  expect(await Promise.all(photos.map(statusOf))).toEqual([404, 404]);
  expect((await client.image(photos[0]!, 'medium', { headers: { 'If-None-Match': etag } })).status).toBe(404);
  expect(await Promise.all(other.map(statusOf))).toEqual([200, 200]);
  expect(await Promise.all((await client.photos(album.id)).map(statusOf))).toEqual([200]);
});

test('end when the time of the link is over', async () => {
  const photos = await seen((await share('day')).key);
  server.clock.advance(DAY_MS - 1_000);
  expect(await Promise.all(photos.map(statusOf))).toEqual([200, 200]);
  server.clock.advance(1_000);
  expect(await Promise.all(photos.map(statusOf))).toEqual([404, 404]);
});

test('end for a photo that is hidden, and come back with it', async () => {
  const [photo] = await seen((await share()).key);
  const [own] = await client.photos(album.id);
  const path = ADMIN_PATHS.photo(album.id, own!.filename);
  await client.ask(`PATCH ${path}`, { hidden: true });
  expect(await statusOf(photo!)).toBe(404);
  await client.ask(`PATCH ${path}`, { hidden: false });
  expect(await statusOf(photo!)).toBe(200);
});

test('end for a photo in the trash', async () => {
  const [photo] = await seen((await share()).key);
  const [own] = await client.photos(album.id);
  await client.ask(`DELETE ${API_PATHS.albumPhotos(album.id)}`, { filenames: [own!.filename] });
  expect(await statusOf(photo!)).toBe(404);
});

test('end for photos that are moved out, alone or with their album, whichever slug is asked for', async () => {
  const target = await client.createAlbum();
  const [first, second] = await seen((await share()).key);
  const [own] = await client.photos(album.id);
  const move = { toAlbumId: target.id, filenames: [own!.filename] };
  expect((await client.ask(`POST ${ADMIN_PATHS.movePhotos(album.id)}`, move)).status).toBe(200);
  for (const { slug: albumSlug } of [album, target]) expect(await statusOf({ ...first!, albumSlug })).toBe(404);
  expect(await statusOf(second!)).toBe(200);
  await client.ask(`PATCH ${ADMIN_PATHS.album(below.id)}`, { parentAlbumId: apart.id });
  for (const { slug: albumSlug } of [album, below]) expect(await statusOf({ ...second!, albumSlug })).toBe(404);
});

test('end while the shared album is in the trash', async () => {
  const photos = await seen((await share()).key);
  const { body } = await client.ask<{ ids: string[] }>(`DELETE ${ADMIN_PATHS.album(album.id)}`);
  expect(await Promise.all(photos.map(statusOf))).toEqual([404, 404]);
  await client.ask('POST /photos/trash/restore', { ids: body.ids });
  expect(await Promise.all(photos.map(statusOf))).toEqual([200, 200]);
});

test('cannot be made from one another: any changed digit is no name at all', async () => {
  const [photo] = await seen((await share()).key);
  for (let place = 0; place < 32; place += 1) {
    const at = photo!.filename.length - 36 + place;
    const digit = photo!.filename[at] === '0' ? '1' : '0';
    const filename = photo!.filename.slice(0, at) + digit + photo!.filename.slice(at + 1);
    expect((await client.image({ ...photo!, filename }, 'thumbnail')).status).toBe(404);
  }
  const [own] = await client.photos(apart.id);
  const mixed = photo!.filename.slice(0, -36) + own!.filename.slice(-36);
  expect((await client.image({ ...photo!, filename: mixed }, 'thumbnail')).status).toBe(404);
});

function original(key: string, filename = '') {
  const headers = { [SHARE_KEY_HEADER]: key };
  return server.call(`/shares/mine/photos/${encodeURIComponent(filename)}/original`, { headers });
}

test('originals are for the visitors of a link that allows it, and of its own photos alone', async () => {
  const [looking, downloading] = [await share(), await share('week', { mayDownload: true })];
  expect([looking.mayDownload, downloading.mayDownload]).toEqual([false, true]);
  const [photo] = await seen(downloading.key);
  const [others] = await seen(looking.key);
  const [own] = await client.photos(album.id);
  const response = await original(downloading.key, photo?.filename);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Disposition')).toContain(encodeURIComponent('Élan 日本.jpg'));
  expect((await original(looking.key, others?.filename)).status).toBe(403);
  expect((await original(downloading.key, others?.filename)).status).toBe(404);
  expect((await original(downloading.key, own?.filename)).status).toBe(404);
  await client.ask(`DELETE /shares/${downloading.id}`);
  expect((await original(downloading.key, photo?.filename)).status).toBe(401);
});
