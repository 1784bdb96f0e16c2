import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AuditPage } from '#contract/audit/schemas.ts';
import type { TrashedAlbumResponse, TrashedResponse, TrashEntry } from '#contract/trash/schemas.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { auditSentence } from '#domain/audit/auditSentence.ts';
import { jpeg } from '#support/pictures/images.ts';
import { allAlbums, findAlbumById } from '#support/server/albumTrees.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let client: PhotoClient;
beforeAll(async () => {
  server = await startTestServer({ trashDays: 10 });
  client = await PhotoClient.on(server);
});
afterAll(() => server.close());

const DAY_MS = 24 * 60 * 60 * 1000;

let seed = 9_000;
const cutOf = ({ width, height, focus }: Photo) => ({ width, height, focus });

async function photoIn(album: Album, name = 'p.jpg'): Promise<Photo> {
  seed += 1;
  const { body } = await client.upload(album.id, { [name]: await jpeg({ width: 40, height: 40, seed }) });
  return body.photos[0]!;
}

async function trash(): Promise<TrashEntry[]> {
  return (await client.ask<TrashEntry[]>('GET /photos/trash')).body;
}

function deletePhotos(album: Album, filenames: string[]) {
  return client.ask<TrashedResponse & { message: string }>(`DELETE /photos/albums/${album.id}/photos`, { filenames });
}

function deleteAlbum(album: Album) {
  return client.ask<TrashedAlbumResponse & { message: string }>(`DELETE /photos/albums/${album.id}`);
}

function restore(...ids: string[]) {
  return client.ask<{ restored: number; message: string }>('POST /photos/trash/restore', { ids });
}

function remove(...ids: string[]) {
  return client.ask<{ removed: number; message: string }>('DELETE /photos/trash', ids.length > 0 ? { ids } : {});
}

async function listed(album: Album): Promise<Album | undefined> {
  return findAlbumById(await client.albums(), album.id);
}

async function imageStatuses(photo: Photo): Promise<number[]> {
  return [(await client.image(photo, 'thumbnail')).status, (await client.image(photo, 'medium')).status];
}

/** The folders of an album's photos on the disk. */
async function foldersOf({ id }: Album): Promise<string[]> {
  await server.dependencies.photos.removal.run();
  return foldersNow({ id });
}

function foldersNow({ id }: Pick<Album, 'id'>): Promise<string[]> {
  return readdir(join(server.dependencies.settings.dataDir, 'photos', 'library', id)).catch(() => []);
}

describe('deleting photos', () => {
  test('takes them out of lists, covers, counts and image URLs at once, thumbnails in memory too', async () => {
    const album = await client.createAlbum();
    const [first, second, third] = [await photoIn(album, '1.jpg'), await photoIn(album), await photoIn(album)];
    await client.ask(`PATCH /photos/albums/${album.id}`, { cover: second.filename });
    for (const photo of [first, second]) expect(await imageStatuses(photo)).toEqual([200, 200]);
    const answer = await deletePhotos(album, [first.filename, second.filename, 'unknown.jpg']);
    expect(answer).toMatchObject({ status: 200, body: { trashed: 2, ids: [expect.any(String), expect.any(String)] } });
    for (const photo of [first, second]) expect(await imageStatuses(photo)).toEqual([404, 404]);
    expect(await client.photos(album.id)).toEqual([third]);
    expect(await listed(album)).toMatchObject({ photoCount: 1, cover: third });
    expect(await listed(album)).not.toHaveProperty('coverChosen');
    expect((await restore(...answer.body.ids)).body).toEqual({ restored: 2 });
    expect(await client.photos(album.id)).toEqual([first, second, third]);
    expect(await listed(album)).toMatchObject({ photoCount: 3, cover: second, coverChosen: true });
    for (const photo of [first, second]) expect(await imageStatuses(photo)).toEqual([200, 200]);
  });

  test('of which the album has none, or of no album, is a 404', async () => {
    const album = await client.createAlbum();
    const elsewhere = await photoIn(await client.createAlbum());
    expect((await deletePhotos(album, [elsewhere.filename])).status).toBe(404);
    expect((await client.ask('DELETE /photos/albums/none/photos', { filenames: ['x'] })).status).toBe(404);
    for (const filenames of [[], 'x', [1]]) {
      expect((await client.ask(`DELETE /photos/albums/${album.id}/photos`, { filenames })).status).toBe(400);
    }
  });

  test('twice at once names the same entries of the trash, and puts each there once', async () => {
    const album = await client.createAlbum();
    const names = [(await photoIn(album)).filename, (await photoIn(album)).filename];
    const answers = await Promise.all([deletePhotos(album, names), deletePhotos(album, names)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body.ids.toSorted()).toEqual(answers[1]?.body.ids.toSorted());
    const inTrash = (await trash()).filter(({ id }) => answers[0]?.body.ids.includes(id));
    expect(inTrash).toHaveLength(2);
  });
});

describe('deleting an album', () => {
  test('takes all below it along, frees the slugs, and is restored as a whole', async () => {
    const top = await client.createAlbum({ slug: 'whole' });
    const below = await client.createAlbum({ slug: 'whole-below', parentAlbumId: top.id });
    const [own, deep, before] = [await photoIn(top), await photoIn(below), await photoIn(below)];
    const earlier = (await deletePhotos(below, [before.filename])).body.ids;
    const shown = await listed(top);
    const answer = await deleteAlbum(top);
    expect(answer).toMatchObject({
      status: 200,
      body: { trashed: { albums: 2, photos: 2 }, ids: [`album-${top.id}`] },
    });
    expect(await listed(top)).toBeUndefined();
    expect(await listed(below)).toBeUndefined();
    for (const album of [top, below]) {
      expect(await client.ask(`GET /photos/albums/${album.id}/photos`)).toMatchObject({ status: 404 });
      expect((await client.ask(`PATCH /photos/albums/${album.id}`, { name: 'x' })).status).toBe(404);
      expect((await client.upload(album.id, { 'x.jpg': await jpeg() })).status).toBe(404);
      expect((await client.postAlbum({ name: 'x', slug: 'in-trash', parentAlbumId: album.id })).status).toBe(400);
    }
    for (const photo of [own, deep]) expect(await imageStatuses(photo)).toEqual([404, 404]);
    expect((await restore(...answer.body.ids)).body).toEqual({ restored: 1 });
    expect(await listed(top)).toEqual(shown);
    expect(await client.photos(below.id)).toEqual([deep]);
    for (const photo of [own, deep]) expect(await imageStatuses(photo)).toEqual([200, 200]);
    expect((await restore(...earlier)).body).toEqual({ restored: 1 });
    expect(await client.photos(below.id)).toEqual([deep, before]);
  });

  test('whose slugs others have taken comes back with the next number', async () => {
    const top = await client.createAlbum({ slug: 'taken-slug' });
    const below = await client.createAlbum({ slug: 'taken-slug-2', parentAlbumId: top.id });
    await deleteAlbum(top);
    const other = await client.createAlbum({ slug: 'taken-slug' });
    const photo = await photoIn(other);
    await restore(`album-${top.id}`);
    expect(await listed(top)).toMatchObject({ slug: 'taken-slug-3', version: 1 });
    expect(await listed(below)).toMatchObject({ slug: 'taken-slug-2', parentSlug: 'taken-slug-3' });
    expect(await imageStatuses(photo)).toEqual([200, 200]);
  });

  test('an album returns to the top level without its parent, or into its parent when both are restored', async () => {
    const outer = await client.createAlbum({ slug: 'outer' });
    const inner = await client.createAlbum({ slug: 'inner', parentAlbumId: outer.id });
    await deleteAlbum(inner);
    await deleteAlbum(outer);
    await restore(`album-${inner.id}`, `album-${outer.id}`);
    expect(await listed(inner)).toMatchObject({ parentSlug: 'outer' });
    await deleteAlbum(inner);
    await deleteAlbum(outer);
    await restore(`album-${inner.id}`);
    expect((await client.albums()).map(({ slug }) => slug)).toContain('inner');
    await restore(`album-${outer.id}`);
    expect((await listed(outer))?.childAlbums).toEqual([]);
  });

  test('keeps what was deleted in it before out of reach until it is back', async () => {
    const album = await client.createAlbum({ name: 'Its album' });
    const photo = await photoIn(album, 'alone.jpg');
    const { ids } = (await deletePhotos(album, [photo.filename])).body;
    await deleteAlbum(album);
    const message = 'The album “Its album” of “alone.jpg” is in the trash too: restore the album first';
    expect(await restore(...ids)).toMatchObject({ status: 409, body: { message } });
    expect((await restore(...ids, `album-${album.id}`)).body).toEqual({ restored: 2 });
    expect(await client.photos(album.id)).toEqual([photo]);
  });

  test('while photos are uploaded to it leaves nothing between library and trash', async () => {
    const album = await client.createAlbum();
    const files: Record<string, Buffer> = {};
    for (let n = 0; n < 12; n += 1) files[`${n}.jpg`] = await jpeg({ width: 300, height: 300, seed: 700 + n });
    const uploading = client.upload(album.id, files);
    while ((await client.photos(album.id)).length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    const { trashed, ids } = (await deleteAlbum(album)).body;
    const { body } = await uploading;
    expect(body.photos).toHaveLength(trashed.photos);
    expect(body.rejected).toHaveLength(12 - trashed.photos);
    for (const { message } of body.rejected) expect(message).toBe('There is no such album');
    expect(await client.isSound()).toBe(true);
    expect(await client.leftovers()).toEqual([]);
    await restore(...ids);
    expect(await client.photos(album.id)).toHaveLength(trashed.photos);
  });
});

describe('the trash', () => {
  test('lists the newest first, an album as one entry, with who and until when', async () => {
    await remove();
    const album = await client.createAlbum({ name: 'Album' });
    const below = await client.createAlbum({ parentAlbumId: album.id });
    const photo = await photoIn(album, 'DSC 1.JPG');
    const deep = await photoIn(below);
    await deletePhotos(album, [photo.filename]);
    server.clock.advance(1_000);
    await deleteAlbum(album);
    const times = { trashedAt: expect.any(String), until: expect.any(String) };
    const by = { trashedBy: expect.stringMatching(/^Test Person/) };
    const [first, second, ...others] = await trash();
    expect(first).toEqual({
      id: `album-${album.id}`,
      kind: 'album',
      name: 'Album',
      albums: 1,
      photos: 1,
      ...times,
      ...by,
      // Its picture is the one of the album below.
      ...cutOf(deep),
    });
    expect(second).toEqual({
      id: expect.any(String),
      kind: 'photo',
      name: 'DSC 1.JPG',
      albumName: 'Album',
      ...times,
      ...by,
      ...cutOf(photo),
    });
    expect(others).toEqual([]);
    for (const entry of [first!, second!]) {
      expect(Date.parse(entry.until) - Date.parse(entry.trashedAt)).toBe(10 * DAY_MS);
      const image = await client.ask<unknown>(`GET /photos/trash/${entry.id}/thumbnail`).catch(() => undefined);
      expect(image).toBeUndefined();
      const response = await fetch(`${server.origin}/photos/trash/${entry.id}/thumbnail`, { headers: client.headers });
      expect(response.status).toBe(200);
      expect(response.headers.get('Content-Type')).toBe('image/jpeg');
      expect(response.headers.get('Cache-Control')).toBe('no-store');
    }
    const page = await client.ask<TrashEntry[]>(`GET /photos/trash?after=${first!.trashedAt}_${first!.id}`);
    expect(page.body).toEqual([second]);
    const last = await client.ask<TrashEntry[]>(`GET /photos/trash?after=${second!.trashedAt}_${second!.id}`);
    expect(last.body).toEqual([]);
    expect((await client.ask('GET /photos/trash?after=nonsense')).status).toBe(400);
    for (const id of ['photo-0', 'album-none', 'nonsense']) {
      expect((await client.ask(`GET /photos/trash/${id}/thumbnail`)).status).toBe(404);
    }
  });

  test('gives hidden photos back hidden, by themselves and with their album', async () => {
    const album = await client.createAlbum();
    const [alone, inside] = [await photoIn(album), await photoIn(album)];
    for (const { filename } of [alone, inside]) {
      await client.ask(`PATCH /photos/albums/${album.id}/photos/${filename}`, { hidden: true });
    }
    const { ids } = (await deletePhotos(album, [alone.filename])).body;
    const { ids: albums } = (await deleteAlbum(album)).body;
    await restore(...albums);
    await restore(...ids);
    const photos = await client.photos(album.id);
    expect(photos).toMatchObject([{ hidden: true }, { hidden: true }]);
  });

  test('does not hide the images of an album whose slug is "trash"', async () => {
    const album = await client.createAlbum({ slug: 'trash' });
    expect(await imageStatuses(await photoIn(album))).toEqual([200, 200]);
  });

  test('gives up a photo that the album has again', async () => {
    const album = await client.createAlbum();
    const picture = await jpeg({ seed: 77 });
    const [photo] = (await client.upload(album.id, { 'same.jpg': picture })).body.photos;
    const { ids } = (await deletePhotos(album, [photo!.filename])).body;
    const again = (await client.upload(album.id, { 'same.jpg': picture })).body;
    expect(again).toMatchObject({ photos: [{ filename: photo!.filename }], duplicates: [] });
    expect((await restore(...ids)).body).toEqual({ restored: 1 });
    expect(await client.photos(album.id)).toHaveLength(1);
    expect((await trash()).map(({ id }) => id)).not.toContain(ids[0]);
    expect(await imageStatuses(photo!)).toEqual([200, 200]);
    expect(await foldersOf(album)).toHaveLength(1);
    expect(await client.isSound()).toBe(true);
  });

  test('restores two that are the same as one', async () => {
    const album = await client.createAlbum();
    const ids: string[] = [];
    for (const name of ['one.jpg', 'two.jpg']) {
      const { photos } = (await client.upload(album.id, { [name]: await jpeg({ seed: 78 }) })).body;
      ids.push(...(await deletePhotos(album, [photos[0]!.filename])).body.ids);
    }
    await restore(...ids);
    await expect.poll(() => foldersNow(album)).toHaveLength(1);
    expect((await client.photos(album.id)).map(({ filename }) => filename)).toEqual([expect.stringMatching(/^two-/)]);
    expect(await foldersOf(album)).toHaveLength(1);
    expect(await client.isSound()).toBe(true);
  });

  test('forgets what is deleted for good, files included, and nothing else', async () => {
    const album = await client.createAlbum();
    const [gone, kept] = [await photoIn(album, 'gone.jpg'), await photoIn(album, 'kept.jpg')];
    const { ids } = (await deletePhotos(album, [gone.filename, kept.filename])).body;
    expect((await remove(ids[0]!)).body).toEqual({ removed: 1 });
    expect((await remove(ids[0]!)).status).toBe(404);
    expect((await restore(ids[0]!)).status).toBe(404);
    expect(await foldersOf(album)).toEqual([expect.stringMatching(/^kept/)]);
    expect((await restore(ids[1]!)).body).toEqual({ restored: 1 });
    expect(await imageStatuses(kept)).toEqual([200, 200]);
    expect(await client.isSound()).toBe(true);
    expect(await client.leftovers()).toEqual([]);
  });

  test('a photo that is sent again before the files of the deleted one are removed leaves none of these', async () => {
    const album = await client.createAlbum();
    const picture = { 'again.jpg': await jpeg({ width: 40, height: 40, seed: (seed += 1) }) };
    const { body } = await client.upload(album.id, picture);
    const deleted = await deletePhotos(album, [body.photos[0]!.filename]);
    const removing = vi.spyOn(server.dependencies.photos.store, 'remove').mockRejectedValue(new Error('not yet'));
    await remove(...deleted.body.ids);
    await server.dependencies.photos.removal.run();
    const again = await client.upload(album.id, picture);
    removing.mockRestore();
    expect(await imageStatuses(again.body.photos[0]!)).toEqual([200, 200]);
    await server.dependencies.photos.removal.run();
    expect(await client.leftovers()).toEqual([]);
    expect(await imageStatuses(again.body.photos[0]!)).toEqual([200, 200]);
    expect(await client.isSound()).toBe(true);
  });

  test('an album whose parent is gone for good is restored to the top, without a place by hand there', async () => {
    const parent = await client.createAlbum({ name: 'Parent' });
    const child = await client.createAlbum({ name: 'Zebra', parentAlbumId: parent.id });
    const other = await client.createAlbum({ name: 'Antelope' });
    const arrange = (parentAlbumId: string | null, albums: Album[]) =>
      client.ask('PUT /photos/albums/order', { parentAlbumId, albumIds: albums.map(({ id }) => id) });
    await arrange(parent.id, [child]);
    const inTrash = (await deleteAlbum(child)).body.ids;
    await remove(...(await deleteAlbum(parent)).body.ids);
    await server.dependencies.photos.removal.run();
    await restore(...inTrash);
    const names = (await client.albums()).map(({ name }) => name);
    expect(names.indexOf('Zebra')).toBeGreaterThan(names.indexOf(other.name));
    // A page that still shows it as an album of the parent is notified.
    expect((await listed(child))?.version).toBe(1);
  });

  test('deletes an album for good with photos that were in the trash by themselves, but not with albums', async () => {
    const album = await client.createAlbum();
    const inner = await client.createAlbum({ slug: 'survivor', parentAlbumId: album.id });
    const alone = await photoIn(album);
    await photoIn(album);
    const deep = await photoIn(inner);
    await deletePhotos(album, [alone.filename]);
    await deleteAlbum(inner);
    await deleteAlbum(album);
    await remove(`album-${album.id}`);
    expect(await foldersOf(album)).toEqual([]);
    expect((await trash()).map(({ id }) => id)).toContain(`album-${inner.id}`);
    await restore(`album-${inner.id}`);
    expect((await client.albums()).map(({ slug }) => slug)).toContain('survivor');
    expect(await client.photos(inner.id)).toEqual([deep]);
    expect(await client.isSound()).toBe(true);
  });

  test('is emptied by a call without ids', async () => {
    const album = await client.createAlbum();
    await deletePhotos(album, [(await photoIn(album)).filename]);
    const before = (await trash()).length;
    expect((await client.ask<{ removed: number }>('DELETE /photos/trash')).body).toEqual({ removed: before });
    expect(await trash()).toEqual([]);
    expect((await remove()).body).toEqual({ removed: 0 });
    for (const ids of [[], 'x', [1]]) expect((await client.ask('DELETE /photos/trash', { ids })).status).toBe(400);
    expect(await client.isSound()).toBe(true);
  });

  test('loses by itself what is due, and nothing sooner', async () => {
    const album = await client.createAlbum();
    const [first, second] = [await photoIn(album, 'first.jpg'), await photoIn(album, 'second.jpg')];
    const old = await client.createAlbum();
    await photoIn(old);
    await deletePhotos(album, [first.filename]);
    await deleteAlbum(old);
    server.clock.advance(9 * DAY_MS);
    await deletePhotos(album, [second.filename]);
    server.clock.advance(DAY_MS - 60_000);
    const { trash: repository } = server.dependencies.photos;
    expect(await repository.removeDue()).toEqual({ albums: 0, photos: 0 });
    server.clock.advance(60_000);
    expect(await repository.removeDue()).toEqual({ albums: 1, photos: 1 });
    expect(await trash()).toMatchObject([{ name: 'second.jpg' }]);
    expect(await foldersOf(album)).toEqual([expect.stringMatching(/^second/)]);
    expect(await foldersOf(old)).toEqual([]);
    expect(await client.isSound()).toBe(true);
  });
});

test('the audit log says what was deleted, restored and deleted for good', async () => {
  const admin = await server.signIn({ permissions: ['admin'] });
  const album = await client.createAlbum({ name: 'Audited' });
  const photo = await photoIn(album);
  const { ids } = (await deletePhotos(album, [photo.filename])).body;
  await restore(...ids);
  await deleteAlbum(album);
  await remove(`album-${album.id}`);
  await server.dependencies.audit.settle();
  const page = await fetch(`${server.origin}/audit?topic=deletions`, {
    headers: { Authorization: `Bearer ${admin.token}` },
  });
  const { entries }: AuditPage = await page.json();
  const sentences = entries.slice(0, 4).map((entry) => auditSentence(entry).replace(/^Test Person \d+ /, ''));
  expect(sentences).toEqual([
    'deleted 1 album for good',
    'deleted the album “Audited” with 1 photo',
    'restored 1 photo',
    'deleted 1 photo of the album “Audited”',
  ]);
  expect(allAlbums(await client.albums()).map(({ id }) => id)).not.toContain(album.id);
});
