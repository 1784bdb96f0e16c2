import { afterAll, beforeAll, expect, test } from 'vitest';
import { SHARES_PER_HOUR } from '#server/shares/shareRepository.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { SHARE_KEY_HEADER } from '#contract/access/shareKeys.ts';
import type { Share, ShareWithKey } from '#contract/shares/schemas.ts';
import { TabletClient } from '#support/server/tabletClient.ts';
import { fieldOf, startTestServer, type TestServer } from '#support/server/testServer.ts';

const DAY_MS = 86_400_000;

// 2024 ─ summer ─ lake
//      └ winter

let server: TestServer;
let token: string;
const ids: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  token = (await server.signIn({ permissions: ['photos:write'] })).token;
  const client = await TabletClient.on(server);
  for (const [name, parent] of [['2024'], ['summer', '2024'], ['lake', 'summer'], ['winter', '2024']]) {
    const below = parent === undefined ? {} : { parentAlbumId: ids[parent] ?? '' };
    ids[name!] = await client.albumIdOf({ name: name!, slug: name!, ...below });
  }
});
afterAll(() => server.close());

async function share(album: string, term = 'week', name?: string) {
  const body = { albumId: ids[album], term, name };
  const made = await server.call('/shares', { method: 'POST', token, body });
  expect(made.status).toBe(201);
  const shared: ShareWithKey = JSON.parse(JSON.stringify(made.body));
  return shared;
}

const visit = (key: string, path: string, method = 'GET') =>
  server.call(path, { method, headers: { [SHARE_KEY_HEADER]: key } });
const list = async (album?: string) => {
  const query = album === undefined ? '' : `?albumId=${ids[album]}`;
  const shares: Share[] = JSON.parse(JSON.stringify((await server.call(`/shares${query}`, { token })).body));
  return shares;
};
const takeBack = (id: string) => server.call(`/shares/${id}`, { method: 'DELETE', token });
const photosOf = (album: string) => `/photos/albums/${ids[album]}/photos`;

test('opens one album with what is below it, and nothing else', async () => {
  const { key } = await share('summer');
  const [album]: Album[] = JSON.parse(JSON.stringify((await visit(key, '/photos/albums')).body));
  expect(album).toMatchObject({ slug: 'summer', childAlbums: [{ slug: 'lake' }] });
  expect(album).not.toHaveProperty('parentSlug');
  expect((await visit(key, '/shares/mine')).body).toMatchObject({ albumId: ids.summer });
  const seen = await Promise.all(
    ['summer', 'lake', 'winter', '2024'].map(async (name) => (await visit(key, photosOf(name))).status),
  );
  expect(seen).toEqual([200, 200, 404, 404]);
});

test('is no key of a tablet: neither the check nor a tablet’s calls know it, in whichever header', async () => {
  const { key } = await share('summer');
  expect((await server.call(`/auth/check-api-key/${key}`)).status).toBe(401);
  expect((await server.call('/photos/albums', { key })).status).toBe(401);
  expect((await server.call(`/kiosk/events?apiKey=${key}`)).status).toBe(401);
  expect((await visit(key, '/kiosk/settings')).status).toBe(403);
  expect((await visit(key, '/kiosk/report', 'POST')).status).toBe(403);
  const tablet = await server.createKey('a tablet beside shares');
  expect((await visit(tablet, '/photos/albums')).body).toMatchObject({
    message: expect.stringMatching(/not known here/),
  });
});

test('leaves out what is hidden from slideshows, also as a cover', async () => {
  // The hidden one is the album's first photo, and so its cover for all others.
  const add = (hidden: 0 | 1) => {
    const filename = `${hidden}`.repeat(40) + '.jpg';
    const hashes = { content_hash: filename, medium_hash: 'm', thumbnail_hash: 't' };
    const row = { album_id: ids.lake!, filename, original_filename: 'x.jpg', ...hashes, bytes: 1, taken_at: null };
    const rest = { sort_time: 1, upload_order: 1 - hidden, created_at: 1, hidden, search_text: '' };
    return server.dependencies.db
      .insertInto('photos')
      .values({ ...row, ...rest })
      .execute();
  };
  await add(0);
  await add(1);
  server.dependencies.photos.lists.forget();
  const { key } = await share('summer');
  const path = `${photosOf('summer')}?includeChildAlbums=true`;
  expect((await visit(key, path)).body).toHaveLength(1);
  expect((await visit(key, photosOf('lake'))).body).toHaveLength(1);
  expect((await server.call(path, { token })).body).toHaveLength(2);

  // Visitors ask for photos by names of their own.
  const [first]: Photo[] = JSON.parse(JSON.stringify((await visit(key, photosOf('lake'))).body));
  const cover = { filename: first!.filename };
  expect(cover.filename).toMatch(/^0{8}[0-9a-f]{32}\.jpg$/);
  const seen = (await visit(key, '/photos/albums')).body;
  expect(seen).toMatchObject([{ slug: 'summer', cover, childAlbums: [{ slug: 'lake', cover, photoCount: 1 }] }]);
  const hidden = { filename: `${'1'.repeat(40)}.jpg` };
  await server.call(`/photos/albums/${ids.summer}`, { method: 'PATCH', token, body: { cover: hidden.filename } });
  expect(JSON.stringify((await visit(key, '/photos/albums')).body)).not.toContain(hidden.filename);
  const all = (await server.call('/photos/albums', { token })).body;
  expect(all).toMatchObject([{ childAlbums: [{ slug: 'summer', cover: hidden }, {}] }]);
});

test('ends after its day, and says so', async () => {
  const { key, until } = await share('summer', 'day');
  expect(until).not.toBeNull();
  server.clock.advance(DAY_MS - 60_000);
  expect((await visit(key, '/photos/albums')).status).toBe(200);
  server.clock.advance(60_000);
  const ended = await visit(key, '/photos/albums');
  expect(ended).toMatchObject({
    status: 401,
    body: { message: expect.stringMatching(/^This link has expired/) },
  });
  // The worker of a tablet would empty its store at this code.
  expect(ended.body).not.toHaveProperty('code');
});

test('has a link, and a name if somebody gave one', async () => {
  const { key, url, name } = await share('winter', 'day', '  Grandma  and Grandpa ');
  expect(url).toBe(`${server.origin}/#shared-album=${key}`);
  expect(name).toBe('Grandma and Grandpa');
  expect(await share('winter', 'day', ' ')).not.toHaveProperty('name');
  const body = { albumId: ids.winter, term: 'day', name: 'x'.repeat(81) };
  expect((await server.call('/shares', { method: 'POST', token, body })).status).toBe(400);
  for (const { id } of await list('winter')) await takeBack(id);
});

test('is listed with its last use, for its album and among all, until it is taken back', async () => {
  const { id, key } = await share('winter', 'open');
  expect(await list('winter')).toMatchObject([{ id, albumName: 'winter', until: null, lastUsedAt: null }]);
  await visit(key, '/photos/albums');
  await expect.poll(async () => (await list('winter'))[0]?.lastUsedAt).toEqual(expect.any(String));
  expect((await list()).map((one) => one.id)).toContain(id);
  expect((await takeBack(id)).status).toBe(204);
  expect(await list('winter')).toEqual([]);
  expect(await visit(key, '/photos/albums')).toMatchObject({
    status: 401,
    body: { message: expect.stringMatching(/taken back/) },
  });
  expect((await takeBack(id)).status).toBe(404);
});

test('goes on when its album is renamed and moved, and is gone when it is deleted', async () => {
  const { key } = await share('lake');
  const album = `/photos/albums/${ids.lake}`;
  await server.call(album, { method: 'PATCH', token, body: { name: 'Sea', slug: 'sea', parentAlbumId: null } });
  expect((await visit(key, '/photos/albums')).body).toMatchObject([{ slug: 'sea' }]);
  await server.call(album, { method: 'DELETE', token });
  expect(await visit(key, '/photos/albums')).toMatchObject({
    status: 401,
    body: { message: 'The album of this link is not here any more' },
  });
  expect(await list('lake')).toEqual([]);
});

test('only its hash is stored, and the audit log names who shared what', async () => {
  const { key } = await share('summer', 'open');
  const rows = await server.dependencies.db.selectFrom('shares').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(key);
  const admin = await server.signIn({ permissions: ['admin'] });
  const { body } = await server.call('/audit', { token: admin.token });
  expect(JSON.stringify(body)).toContain('“summer” until it is taken back');
  expect(JSON.stringify(body)).not.toContain(key);
});

test('a guess is counted', async () => {
  const statuses = new Set<number>();
  for (let guesses = 0; guesses < 80; guesses += 1)
    statuses.add((await visit(`guess-${guesses}`, '/photos/albums')).status);
  expect(statuses).toEqual(new Set([401, 429]));
  expect(fieldOf(await visit('one more', '/photos/albums'), 'message')).toMatch(/Too many/);
});

test('a link can be taken back while its album is in the trash, and stays ended when the album is restored', async () => {
  const client = await TabletClient.on(server);
  ids.trashed = await client.albumIdOf({ name: 'Trashed', slug: 'trashed' });
  const { id, key } = await share('trashed');
  const deleted = await server.call(`/photos/albums/${ids.trashed}`, { method: 'DELETE', token });
  const body: { ids: string[] } = JSON.parse(JSON.stringify(deleted.body));
  expect((await takeBack(id)).status).toBe(204);
  expect((await takeBack(id)).status).toBe(404);
  await server.call('/photos/trash/restore', { method: 'POST', token, body: { ids: body.ids } });
  expect((await visit(key, '/photos/albums')).status).toBe(401);
});

test('a person makes so many within an hour, taken back or not, and others go on', async () => {
  const busy = await server.signIn({ permissions: ['photos:write'] });
  const body = { albumId: ids.winter, term: 'day' };
  const make = () => server.call('/shares', { method: 'POST', token: busy.token, body });
  const first = await make();
  await takeBack(fieldOf(first, 'id'));
  const { db } = server.dependencies;
  const row = await db
    .selectFrom('shares')
    .selectAll()
    .where('id', '=', fieldOf(first, 'id'))
    .executeTakeFirstOrThrow();
  const others = Array.from({ length: SHARES_PER_HOUR - 2 }, (_, index) => ({
    ...row,
    id: `${index}`,
    key_hash: `${index}`,
  }));
  await db.insertInto('shares').values(others).execute();
  expect((await make()).status).toBe(201);
  const refused = { status: 429, body: { message: expect.stringMatching(/within an hour.*please wait/) } };
  expect(await make()).toMatchObject(refused);
  await share('winter');
  server.clock.advance(61 * 60_000);
  expect((await make()).status).toBe(201);
});
