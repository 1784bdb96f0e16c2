import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditPage } from '#contract/audit/schemas.ts';
import type { AlbumChanges, MoveResponse, PhotoChanges } from '#contract/curation/schemas.ts';
import type { TrashedAlbumResponse, TrashedResponse } from '#contract/trash/schemas.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { auditSentence } from '#domain/audit/auditSentence.ts';
import { jpeg } from '#support/pictures/images.ts';
import { findAlbumById } from '#support/server/albumTrees.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

// A client that lost the response to a change repeats it, and must get the same response.

let server: TestServer;
let client: PhotoClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await PhotoClient.on(server);
});
afterAll(() => server.close());

let seed = 30_000;

async function photoIn(album: Album): Promise<Photo> {
  seed += 1;
  const { body } = await client.upload(album.id, { 'p.jpg': await jpeg({ width: 40, height: 40, seed }) });
  return body.photos[0]!;
}

const namesOf = (photos: Photo[]) => photos.map(({ filename }) => filename);

function deletePhotos(album: Album, photos: Photo[]) {
  return client.ask<TrashedResponse>(`DELETE /photos/albums/${album.id}/photos`, { filenames: namesOf(photos) });
}

function deleteAlbum(album: Album) {
  return client.ask<TrashedAlbumResponse>(`DELETE /photos/albums/${album.id}`);
}

function restore(ids: string[]) {
  return client.ask<{ restored: number }>('POST /photos/trash/restore', { ids });
}

/** A response without its headers, of which `Date` counts the seconds. */
function contentOf({ status, body }: { status: number; body: unknown }) {
  return { status, body };
}

function move(from: Album, to: Album, photos: Photo[]) {
  const body = { filenames: namesOf(photos), toAlbumId: to.id };
  return client.ask<MoveResponse>(`POST /photos/albums/${from.id}/photos/move`, body);
}

function changeAlbum({ id }: Album, changes: AlbumChanges) {
  return client.ask<Album>(`PATCH /photos/albums/${id}`, changes, { 'If-Match': '"0"' });
}

function changePhoto({ id }: Album, filename: string, changes: PhotoChanges) {
  return client.ask<Photo>(`PATCH /photos/albums/${id}/photos/${filename}`, changes, { 'If-Match': '"0"' });
}

async function lastDeletions(count: number): Promise<string[]> {
  await server.dependencies.audit.settle();
  const { token } = await server.signIn({ permissions: ['admin'] });
  const page = await fetch(`${server.origin}/audit?topic=deletions`, { headers: { Authorization: `Bearer ${token}` } });
  const { entries }: AuditPage = await page.json();
  return entries.slice(0, count).map((entry) => auditSentence(entry).replace(/^Test Person \d+ /, ''));
}

describe('asked again', () => {
  test('a restore says that all is back, also when only some of it was', async () => {
    const album = await client.createAlbum();
    const photos = [await photoIn(album), await photoIn(album)];
    const { ids } = (await deletePhotos(album, photos)).body;
    expect(await restore(ids.slice(0, 1))).toMatchObject({ status: 200, body: { restored: 1 } });
    for (let times = 0; times < 2; times += 1) {
      expect(await restore(ids)).toMatchObject({ status: 200, body: { restored: 2 } });
      expect(await client.photos(album.id)).toEqual(photos);
    }
  });

  test('the restore of an album says so too, and not once the album is deleted again for good', async () => {
    const album = await client.createAlbum({ slug: 'restored-twice' });
    const { ids } = (await deleteAlbum(album)).body;
    for (let times = 0; times < 2; times += 1) {
      expect(await restore(ids)).toMatchObject({ status: 200, body: { restored: 1 } });
      expect(findAlbumById(await client.albums(), album.id)).toMatchObject({ slug: 'restored-twice' });
    }
    await client.ask('DELETE /photos/trash', { ids: (await deleteAlbum(album)).body.ids });
    expect((await restore(ids)).status).toBe(404);
  });

  test('a deletion names the same entries of the trash, with which it is undone, and is noted once', async () => {
    const album = await client.createAlbum({ name: 'Deleted twice' });
    const photos = [await photoIn(album), await photoIn(album)];
    const first = await deletePhotos(album, photos);
    const again = await deletePhotos(album, photos);
    expect(again).toMatchObject({ status: 200, body: { trashed: 2 } });
    expect(again.body.ids.toSorted()).toEqual(first.body.ids.toSorted());
    expect((await restore(again.body.ids)).body).toEqual({ restored: 2 });
    expect(await client.photos(album.id)).toEqual(photos);
    expect(await lastDeletions(2)).toEqual(['restored 2 photos', 'deleted 2 photos of the album “Deleted twice”']);
  });

  test('a deletion of a photo that was deleted before, sent again and deleted once more names the last one', async () => {
    const album = await client.createAlbum();
    const picture = { 'again.jpg': await jpeg({ seed: 40_001 }) };
    const [photo] = (await client.upload(album.id, picture)).body.photos;
    await deletePhotos(album, [photo!]);
    await client.upload(album.id, picture);
    const { ids } = (await deletePhotos(album, [photo!])).body;
    expect((await deletePhotos(album, [photo!])).body.ids).toEqual(ids);
  });

  test('the deletion of an album says again how much went with it, and deletes nothing that came later', async () => {
    const album = await client.createAlbum();
    await photoIn(await client.createAlbum({ parentAlbumId: album.id }));
    const first = await deleteAlbum(album);
    expect(first).toMatchObject({ status: 200, body: { trashed: { albums: 2, photos: 1 } } });
    expect(contentOf(await deleteAlbum(album))).toEqual(contentOf(first));
    await client.ask('DELETE /photos/trash', { ids: first.body.ids });
    expect((await deleteAlbum(album)).status).toBe(404);
  });

  test('a move names again what came to the other album, with which it is undone', async () => {
    const [from, to] = [await client.createAlbum(), await client.createAlbum()];
    const photos = [await photoIn(from), await photoIn(from)];
    const first = await move(from, to, photos.slice(0, 1));
    expect(contentOf(await move(from, to, photos.slice(0, 1)))).toEqual(contentOf(first));
    const both = await move(from, to, photos);
    expect(both.status).toBe(200);
    expect(both.body.former.toSorted()).toEqual(namesOf(photos).toSorted());
    expect(both.body.added.toSorted()).toEqual(namesOf(both.body.photos).toSorted());
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await move(to, from, both.body.photos);
      expect(status).toBe(200);
      expect(body.former.toSorted()).toEqual(both.body.added.toSorted());
      expect(await client.photos(from.id)).toEqual(body.photos);
      expect(body.photos).toHaveLength(2);
    }
  });

  test('a move names again what went to the trash because the other album had it', async () => {
    const [from, to] = [await client.createAlbum(), await client.createAlbum()];
    const picture = await jpeg({ seed: 40_002 });
    const photos = (await client.upload(from.id, { 'here.jpg': picture })).body.photos;
    await client.upload(to.id, { 'there.jpg': picture });
    const first = await move(from, to, photos);
    expect(first.body).toMatchObject({ added: [], ids: [expect.any(String)] });
    expect(contentOf(await move(from, to, photos))).toEqual(contentOf(first));
  });

  test('a move of what is in neither album, or was only deleted, is a 404', async () => {
    const [from, to] = [await client.createAlbum(), await client.createAlbum()];
    const deleted = await photoIn(from);
    await deletePhotos(from, [deleted]);
    const elsewhere = await photoIn(await client.createAlbum());
    expect((await move(from, to, [deleted, elsewhere])).status).toBe(404);
  });

  test('a repeated copy names only the photos that it copied itself, so that it can be undone', async () => {
    const [from, to] = [await client.createAlbum(), await client.createAlbum()];
    const photos = [await photoIn(from), await photoIn(from)];
    const picture = await jpeg({ seed: 40_003 });
    photos.push(...(await client.upload(from.id, { 'both.jpg': picture })).body.photos);
    await client.upload(to.id, { 'both.jpg': picture });
    const copied = namesOf(photos.slice(0, 2)).toSorted();
    const added = new Set<string>();
    const copy = async (again?: boolean) => {
      const body = { filenames: namesOf(photos), toAlbumId: to.id, copy: true, ...(again && { again }) };
      const answer = await client.ask<MoveResponse>(`POST /photos/albums/${from.id}/photos/move`, body);
      for (const name of answer.body.added) added.add(name);
      return answer.body.former.toSorted();
    };
    expect(await copy()).toEqual(copied);
    expect(await copy()).toEqual([]);
    expect(await copy(true)).toEqual(copied);
    expect(added.size).toBe(2);
    expect(namesOf(await client.photos(to.id))).toEqual(expect.arrayContaining([...added]));
    expect(await client.photos(to.id)).toHaveLength(3);
    server.clock.advance(60 * 60 * 1_000);
    expect(await copy(true)).toEqual([]);
  });
});

describe('asked again with the version from before', () => {
  test('a change of an album is done already; another one is refused as before', async () => {
    const [album, parent] = [await client.createAlbum({ name: 'Before' }), await client.createAlbum()];
    const photo = await photoIn(album);
    const changes: AlbumChanges = {
      name: 'After',
      slug: 'asked-twice',
      parentAlbumId: parent.id,
      cover: photo.filename,
      order: 'name',
    };
    const first = await changeAlbum(album, changes);
    expect(first).toMatchObject({ status: 200, body: { name: 'After', slug: 'asked-twice', version: 1 } });
    expect((await changeAlbum(album, changes)).body).toEqual(first.body);
    for (const other of [
      { name: 'Other' },
      { slug: 'asked-otherwise' },
      { parentAlbumId: null },
      { cover: null },
      { order: 'newest' as const },
    ]) {
      expect(await changeAlbum(album, { ...changes, ...other })).toMatchObject({ status: 409 });
    }
  });

  test('a caption or hiding is done already; another one is refused, and nothing is rotated twice', async () => {
    const album = await client.createAlbum();
    const { filename } = await photoIn(album);
    const changes: PhotoChanges = { caption: 'On the beach', hidden: true, takenAt: '1987-07-14T10:00:00.000Z' };
    const first = await changePhoto(album, filename, changes);
    expect(first).toMatchObject({ status: 200, body: changes });
    expect(await changePhoto(album, filename, changes)).toMatchObject({ status: 200, body: first.body });
    expect(await changePhoto(album, filename, { ...changes, caption: 'Elsewhere' })).toMatchObject({ status: 409 });
    expect(await changePhoto(album, filename, { ...changes, hidden: false })).toMatchObject({ status: 409 });
    expect(await changePhoto(album, filename, { ...changes, takenAt: null })).toMatchObject({ status: 409 });
    expect(await changePhoto(album, filename, { ...changes, rotate: 90 })).toMatchObject({ status: 409 });
  });
});
