import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { SHARE_KEY_HEADER } from '#contract/access/shareKeys.ts';
import type { MoveResponse } from '#contract/curation/schemas.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { API_PATHS } from '#contract/paths.ts';
import type { ShareWithKey } from '#contract/shares/schemas.ts';
import { Repair } from '#server/library/repair.ts';
import { verifyLibrary } from '#server/library/verify.ts';
import { clipBytes, clipOf, NAME, photoWith, withClip } from '../support/clipUploads.ts';
import { CLIP, readVideo, video } from '../support/videos.ts';
import { jpeg } from '#support/pictures/images.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let client: PhotoClient;
let albumId: string;
let photo: Photo;
beforeEach(async () => {
  server = await startTestServer();
  client = await PhotoClient.on(server);
  ({ albumId, photo } = await photoWith(client, await video()));
});
afterEach(() => server.close());

async function rotated(one: Photo, degrees: number): Promise<Photo> {
  const path = ADMIN_PATHS.photo(albumId, one.filename);
  const { status, body } = await client.call<Photo>(path, { method: 'PATCH', body: { rotate: degrees } });
  expect(status).toBe(200);
  await server.dependencies.photos.removal.run();
  return body;
}

async function movedTo(toAlbumId: string, copy: boolean): Promise<Photo> {
  const body = { filenames: [photo.filename], toAlbumId, copy };
  const moved = await client.call<MoveResponse>(ADMIN_PATHS.movePhotos(albumId), { method: 'POST', body });
  const [there] = moved.body.photos;
  if (!there) throw new Error(JSON.stringify(moved.body));
  return there;
}

async function deleteAll(id: string): Promise<string[]> {
  const filenames = (await client.photos(id)).map(({ filename }) => filename);
  return (await client.ask<{ ids: string[] }>(`DELETE ${API_PATHS.albumPhotos(id)}`, { filenames })).body.ids;
}

async function emptyTrash(): Promise<void> {
  await client.ask(`DELETE ${ADMIN_PATHS.trash}`);
  await server.dependencies.photos.removal.run();
}

test('a clip turns with its photo, and stays so when it comes later', async () => {
  const turned = await rotated(photo, 90);
  expect(turned.clip).toMatchObject({ width: CLIP.height, height: CLIP.width });
  expect(await readVideo(await clipBytes(client, turned))).toMatchObject({ rotation: 90, frames: 12 });
  expect((await clipOf(client, photo)).status).toBe(404);
  const upright = await rotated(turned, 270);
  expect(upright.clip).toMatchObject({ width: CLIP.width, height: CLIP.height });
  expect(await client.isSound()).toBe(true);

  const { id } = await client.createAlbum();
  albumId = id;
  const picture = await jpeg({ seed: 5 });
  const [still] = (await client.upload(id, { [NAME]: picture })).body.photos;
  if (!still) throw new Error('It was not stored');
  await rotated(still, 90);
  const { body } = await client.send(id, withClip(picture, await video()));
  expect(body.photos[0]?.clip).toMatchObject({ width: CLIP.height, height: CLIP.width });
});

test('a clip that is damaged and cannot turn is left out, and its photo turns', async () => {
  const { dataDir } = server.dependencies.settings;
  const clip = (await readdir(dataDir, { recursive: true })).find((file) => file.includes('beside-'));
  await writeFile(join(dataDir, clip ?? ''), 'no video');
  const turned = await rotated(photo, 90);
  expect([turned.clip, turned.width]).toEqual([undefined, photo.height]);
  expect(await client.isSound()).toBe(true);
});

test('copies of a photo share its clip, which goes with the last of them', async () => {
  const other = await client.createAlbum();
  const copy = await movedTo(other.id, true);
  expect(copy.clip).toEqual(photo.clip);
  await deleteAll(albumId);
  await emptyTrash();
  expect(await clipBytes(client, copy)).toHaveLength(photo.clip?.bytes ?? 0);
  await deleteAll(other.id);
  await emptyTrash();
  expect((await clipOf(client, copy)).status).toBe(404);
  expect((await client.storedFiles()).filter((file) => file.startsWith('library'))).toEqual([]);
});

test('a clip moves with its photo, and comes back from the trash with it', async () => {
  const other = await client.createAlbum();
  const moved = await movedTo(other.id, false);
  expect(moved.clip).toEqual(photo.clip);
  expect((await clipOf(client, photo)).status).toBe(404);
  const ids = await deleteAll(other.id);
  expect((await clipOf(client, moved)).status).toBe(404);
  await client.ask(`POST ${ADMIN_PATHS.restoreFromTrash}`, { ids });
  expect(await client.photos(other.id)).toMatchObject([{ clip: photo.clip }]);
  expect((await clipOf(client, moved)).status).toBe(200);
  expect(await client.isSound()).toBe(true);
});

test('a photo that is sent again while it is in the trash has its clip with it', async () => {
  const { id } = await client.createAlbum();
  const picture = await jpeg({ seed: 6 });
  await client.send(id, withClip(picture, await video()));
  await deleteAll(id);
  const { body } = await client.upload(id, { [NAME]: picture });
  expect(body.photos).toMatchObject([{ clip: CLIP }]);
  await emptyTrash();
  expect(await client.isSound()).toBe(true);
});

/** The photo as a visitor sees it, and the link. */
async function shared(): Promise<{ seen: Photo; id: string }> {
  const { body } = await client.ask<ShareWithKey>('POST /shares', { albumId, term: 'week' });
  const headers = { [SHARE_KEY_HEADER]: body.key };
  const list = await fetch(server.origin + API_PATHS.albumPhotos(albumId), { headers });
  const [seen]: Photo[] = await list.json();
  if (!seen) throw new Error('The visitor sees nothing');
  return { seen, id: body.id };
}

describe('a visitor', () => {
  test('has the clip by a name of their own, which ends with their link', async () => {
    const { seen, id } = await shared();
    expect(seen.filename).not.toBe(photo.filename);
    expect(seen.clip).toEqual(photo.clip);
    const response = await clipOf(client, seen, { Range: 'bytes=0-3' });
    expect([response.status, response.headers.get('cache-control')]).toEqual([
      206,
      'private, max-age=300, must-revalidate',
    ]);
    await client.ask(`DELETE ${ADMIN_PATHS.share(id)}`);
    expect((await clipOf(client, seen)).status).toBe(404);
  });

  test('loses it when the photo is hidden', async () => {
    const { seen } = await shared();
    await client.call(ADMIN_PATHS.photo(albumId, photo.filename), { method: 'PATCH', body: { hidden: true } });
    expect((await clipOf(client, seen)).status).toBe(404);
  });

  test('adds a clip to the photo they send, and to none that is there', async () => {
    const { body: link } = await client.ask<ShareWithKey>('POST /shares', {
      albumId,
      term: 'week',
      mayUpload: 'at-once',
    });
    const send = async (sent: FormData) =>
      fetch(server.origin + API_PATHS.albumPhotos(albumId), {
        method: 'POST',
        headers: { [SHARE_KEY_HEADER]: link.key },
        body: sent,
      });
    const fresh = await send(withClip(await jpeg({ seed: 7 }), await video(), 'guest.jpg'));
    expect(await fresh.json()).toMatchObject({ photos: [{ clip: CLIP }], rejected: [] });
    const afterFresh = 2_000_000_000 - (await jpeg({ seed: 7 })).length - (await video()).length;
    const picture = await jpeg({ seed: 8 });
    await client.upload(albumId, { 'own.jpg': picture });
    const known = await send(withClip(picture, await video(), 'own.jpg'));
    expect(known.status).toBe(201);
    // Its bytes do not count for the link: nothing of it is stored.
    const mine = await fetch(`${server.origin}/shares/mine`, { headers: { [SHARE_KEY_HEADER]: link.key } });
    expect(await mine.json()).toMatchObject({ guests: { leftBytes: afterFresh } });
    const clips = (await client.photos(albumId)).map(({ filename, clip }) => [
      filename.split('-')[0],
      clip !== undefined,
    ]);
    expect(Object.fromEntries(clips)).toEqual({ IMG_1: true, guest: true, own: false });
  });
});

async function clipFile(): Promise<string> {
  const { settings } = server.dependencies;
  const path = (await client.storedFiles()).find((name) => name.endsWith('/beside-clip.mp4')) ?? '';
  return join(settings.dataDir, 'photos', path);
}

describe('care of the library', () => {
  test('a lost clip is named, its photo stays, and the same clip sent again mends it', async () => {
    const { photos } = server.dependencies;
    await rm(await clipFile());
    const repair = new Repair(photos);
    const report = await verifyLibrary(photos, repair);
    expect(report.missing).toEqual([expect.stringContaining('(beside-clip.mp4)')]);
    expect(repair.lost).toMatchObject([{ why: 'beside-clip.mp4' }]);
    expect((await clipOf(client, photo)).status).toBe(404);
    const hashes = [(await photos.photos.all()[Symbol.asyncIterator]().next()).value?.[0]?.contentHash];
    const known = await client.call(ADMIN_PATHS.knownPhotos(albumId), { method: 'POST', body: { hashes } });
    expect(known.body).toEqual({ known: [] });
    await client.send(albumId, withClip(await jpeg(), await video()));
    expect(await client.isSound()).toBe(true);
  });

  test('a clip that no row has is put aside', async () => {
    const { photos, db } = server.dependencies;
    await db.updateTable('photos').set({ companions: null }).execute();
    const repair = new Repair(photos);
    await verifyLibrary(photos, repair);
    expect(repair.quarantined).toEqual([expect.stringMatching(/beside-clip\.mp4$/)]);
    expect(await client.isSound()).toBe(true);
  });
});
