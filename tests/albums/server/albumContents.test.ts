import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDependencies } from '#support/server/library.ts';
import type { TrashedAlbumResponse, TrashedResponse } from '#contract/trash/schemas.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { Album, AlbumOutline } from '#contract/photos/schemas.ts';
import { API_PATHS } from '#contract/paths.ts';
import { albumRepository } from '#server/photos/albums/albumRepository.ts';
import { AlbumScopes } from '#server/photos/albums/albumScopes.ts';
import { AlbumLists } from '#server/photos/albums/albumLists.ts';
import { listQueries } from '#server/photos/albums/albumStateQueries.ts';
import { LongAlbums } from '#server/photos/albums/longAlbums/longAlbums.ts';
import { partQueries } from '#server/photos/albums/longAlbums/partQueries.ts';
import { VisitorNames } from '#server/photos/serve/visitorPhotoQueries.ts';
import type { PreparedResponse } from '#server/core/http/preparedResponse.ts';
import { jpeg } from '#support/pictures/images.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let client: PhotoClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await PhotoClient.on(server);
});
afterAll(() => server.close());

interface Contents {
  albumId: string;
  photos: number;
  shown: number;
  ids: number;
  versions: number;
}

/** The counts that the database kept at each write, and a count made now. */
async function counted(): Promise<{ kept: Contents[]; found: Contents[] }> {
  const { db } = server.dependencies;
  const kept = await sql<Contents>`select album_id as "albumId", photos, shown, ids, versions from circuit_tree_contents
    where photos <> 0 or shown <> 0 or ids <> 0 or versions <> 0 order by album_id`.execute(db);
  const found = await sql<Contents>`select album_id as "albumId", count(*) as photos, sum(1 - hidden) as shown,
    sum(id) as ids, sum(version) as versions from photos where state = 'shown' group by album_id
    order by album_id`.execute(db);
  return { kept: kept.rows, found: found.rows };
}

async function expectCounted(occasion: string): Promise<void> {
  const { kept, found } = await counted();
  expect(kept, occasion).toEqual(found);
}

async function filled(photos: number, seed: number): Promise<{ album: Album; filenames: string[] }> {
  const album = await client.createAlbum();
  const files: Record<string, Buffer> = {};
  for (let index = 0; index < photos; index += 1) {
    files[`${index}.jpg`] = await jpeg({ width: 90, height: 60, seed: seed + index });
  }
  await client.upload(album.id, files);
  return { album, filenames: (await client.photos(album.id)).map(({ filename }) => filename) };
}

function call<Body>(path: string, method: string, body: unknown) {
  return client.call<Body>(path, { method, body });
}

async function listed({ id }: Album): Promise<Album | undefined> {
  return (await client.albums()).find((album) => album.id === id);
}

test('what an album has is counted on through everything that can happen to its photos', async () => {
  const one = await filled(4, 900);
  const other = await filled(2, 950);
  await expectCounted('uploaded');
  await call(ADMIN_PATHS.photo(one.album.id, one.filenames[0]!), 'PATCH', { hidden: true, caption: 'The sea' });
  await expectCounted('hidden');
  const move = { filenames: one.filenames.slice(0, 2), toAlbumId: other.album.id };
  await call(ADMIN_PATHS.movePhotos(one.album.id), 'POST', move);
  await call(ADMIN_PATHS.movePhotos(one.album.id), 'POST', {
    filenames: one.filenames.slice(2, 3),
    toAlbumId: other.album.id,
    copy: true,
  });
  await expectCounted('moved and copied');
  expect(await listed(one.album)).toMatchObject({ photoCount: 2 });
  expect(await listed(other.album)).toMatchObject({ photoCount: 5 });
  const deletion = { filenames: one.filenames.slice(2, 3) };
  const photos = await call<TrashedResponse>(API_PATHS.albumPhotos(one.album.id), 'DELETE', deletion);
  const album = await call<TrashedAlbumResponse>(ADMIN_PATHS.album(other.album.id), 'DELETE', undefined);
  await expectCounted('deleted');
  await call(ADMIN_PATHS.restoreFromTrash, 'POST', { ids: [...photos.body.ids, ...album.body.ids] });
  await expectCounted('restored');
  expect(await listed(other.album)).toMatchObject({ photoCount: 5 });
  const again = await call<TrashedAlbumResponse>(ADMIN_PATHS.album(other.album.id), 'DELETE', undefined);
  await call(ADMIN_PATHS.trash, 'DELETE', { ids: again.body.ids });
  await server.dependencies.photos.removal.run();
  await expectCounted('deleted for good');
});

/** The lists as a server would answer that has read nothing yet. */
function listsAnew(): AlbumLists {
  const { db } = server.dependencies;
  const albums = albumRepository(db, Date.now);
  const longAlbums = new LongAlbums(partQueries(db));
  const visitorNames = new VisitorNames('00');
  const libraryVersion = { current: () => 0 };
  const scopes = new AlbumScopes({ albums, libraryVersion });
  return new AlbumLists({ albums, scopes, longAlbums, libraryVersion, visitorNames, ...listQueries(db) });
}

async function jsonOf(response: PreparedResponse | Promise<PreparedResponse>): Promise<unknown> {
  return JSON.parse((await (await response).body('identity')).toString());
}

test('lists kept in memory are those that would be read anew, through everything that can happen', async () => {
  const parent = await client.createAlbum();
  const { album: child, filenames } = await filled(3, 1_100);
  const { album: other } = await filled(2, 1_150);
  const expectFresh = async (occasion: string) => {
    const anew = listsAnew();
    expect(await client.albums(), occasion).toEqual(await jsonOf(anew.albumTree(null)));
    for (const { id: albumId } of [parent, child, other]) {
      for (const includeChildAlbums of [false, true]) {
        const query = `?includeChildAlbums=${includeChildAlbums}`;
        const fresh = jsonOf(anew.photosOf({ albumId, includeChildAlbums, shareId: undefined }));
        expect(await client.photos(albumId, query), occasion).toEqual(await fresh);
      }
      const outline = await client.call(`${API_PATHS.albumOutline(albumId)}?timeZone=UTC`);
      expect(outline.body, occasion).toEqual(await jsonOf(anew.outlineOf(albumId, 'UTC')));
    }
  };
  await expectFresh('uploaded');
  const changes: [string, string, string, unknown][] = [
    ['put below another album', ADMIN_PATHS.album(child.id), 'PATCH', { parentAlbumId: parent.id }],
    ['renamed', ADMIN_PATHS.album(child.id), 'PATCH', { name: 'Another name' }],
    ['another address', ADMIN_PATHS.album(child.id), 'PATCH', { slug: 'another-address' }],
    ['newest first', ADMIN_PATHS.album(child.id), 'PATCH', { order: 'newest' }],
    ['arranged', ADMIN_PATHS.photoOrder(child.id), 'PUT', { filenames: [2, 0, 1].map((index) => filenames[index]) }],
    ['a caption', ADMIN_PATHS.photo(child.id, filenames[0]!), 'PATCH', { caption: 'The sea' }],
    ['hidden', ADMIN_PATHS.photo(child.id, filenames[1]!), 'PATCH', { hidden: true }],
    ['a cover', ADMIN_PATHS.album(parent.id), 'PATCH', { cover: filenames[1] }],
    ['turned', ADMIN_PATHS.photo(child.id, filenames[2]!), 'PATCH', { rotate: 90 }],
    ['moved', ADMIN_PATHS.movePhotos(child.id), 'POST', { filenames: [filenames[0]], toAlbumId: other.id }],
    ['deleted', API_PATHS.albumPhotos(child.id), 'DELETE', { filenames: [filenames[1]] }],
  ];
  for (const [occasion, path, method, body] of changes) {
    const { status } = await call(path, method, body);
    expect([200, 201, 204], occasion).toContain(status);
    await expectFresh(occasion);
  }
});

test('the months of an album are counted by the database, with photos that have no time last', async () => {
  const { album } = await filled(3, 1_000);
  const { db } = server.dependencies;
  const times = ['2019-12-31T23:30:00Z', '2024-07-15T12:00:00Z'].map((iso) => Date.parse(iso));
  const rows = await db.selectFrom('photos').select('id').where('album_id', '=', album.id).orderBy('id').execute();
  for (const [index, time] of times.entries()) {
    const taken = { taken_at: time, sort_time: time };
    await db.updateTable('photos').set(taken).where('id', '=', rows[index]!.id).execute();
  }
  server.dependencies.photos.forgetWhatWasRead();
  const { body } = await client.call<AlbumOutline>(`${API_PATHS.albumOutline(album.id)}?timeZone=Europe/Zurich`);
  expect(body.months).toEqual([{ month: '2020-01', count: 1 }, { month: '2024-07', count: 1 }, { count: 1 }]);
  expect(body.count).toBe(3);
  // A camera whose clock was wrong: more months than are counted one by one.
  await db
    .updateTable('photos')
    .set({ taken_at: Date.parse('1800-01-15T00:00:00Z'), sort_time: Date.parse('1800-01-15T00:00:00Z') })
    .where('id', '=', rows[2]!.id)
    .execute();
  server.dependencies.photos.forgetWhatWasRead();
  const again = await client.call<AlbumOutline>(`${API_PATHS.albumOutline(album.id)}?timeZone=Europe/Zurich`);
  expect(again.body.months.map(({ month }) => month)).toEqual(['1800-01', '2020-01', '2024-07']);
});

test('a cover that another process changes is another one, and those of other albums stay', async () => {
  const { album, filenames } = await filled(2, 970);
  const untouched = await filled(1, 980);
  expect((await listed(album))?.cover?.filename).toBe(filenames[0]);
  const other = await openDependencies(server.dependencies.settings);
  try {
    await other.db
      .updateTable('photos')
      .set({ caption: 'From elsewhere', version: 1 })
      .where('filename', '=', filenames[0]!)
      .execute();
    expect((await listed(album))?.cover).toMatchObject({ filename: filenames[0], caption: 'From elsewhere' });
    const deleted = other.db.updateTable('photos').set({ state: 'trashed', trashed_at: 1 });
    await deleted.where('filename', '=', filenames[0]!).execute();
  } finally {
    await other.close();
  }
  expect(await listed(album)).toMatchObject({ photoCount: 1, cover: { filename: filenames[1] } });
  expect((await listed(untouched.album))?.cover?.filename).toBe(untouched.filenames[0]);
});
