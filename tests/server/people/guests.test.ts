import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Photo, UploadResponse } from '#contract/schemas/photos.ts';
import { SHARE_KEY_HEADER } from '#contract/shares.ts';
import type { NewShare, Share, ShareWithKey, SharedAlbum } from '#contract/schemas/arrivals/shares.ts';
import type { WaitingPhoto } from '#contract/schemas/trash.ts';
import { jpeg } from '../../support/pictures/images.ts';
import { PhotoClient, type PhotoResponse } from '../../support/server/photoClient.ts';
import { startTestServer, type TestServer } from '../../support/server/testServer.ts';

let server: TestServer;
let owner: PhotoClient;
let freeShare = 0.5;
beforeAll(async () => {
  server = await startTestServer({}, { freeShare: async () => freeShare });
  owner = await PhotoClient.on(server);
});
afterAll(() => server.close());

const WEEK = { term: 'week' } as const;

async function sharedAlbum(fields: Partial<NewShare>) {
  const album = await owner.createAlbum({ name: 'Wedding' });
  const { body, status } = await owner.ask<ShareWithKey>('POST /shares', { albumId: album.id, ...WEEK, ...fields });
  expect(status).toBe(201);
  return { album, share: body, guest: new Guest(body.key) };
}

/** A visitor with a phone and the link. */
class Guest {
  readonly #headers: Record<string, string>;

  constructor(key: string) {
    this.#headers = { [SHARE_KEY_HEADER]: key };
  }

  async send(
    albumId: string,
    files: Record<string, Buffer>,
  ): Promise<PhotoResponse<UploadResponse & { message?: string }>> {
    const form = new FormData();
    for (const [name, bytes] of Object.entries(files)) form.append('photos', new Blob([new Uint8Array(bytes)]), name);
    const response = await fetch(`${server.origin}/photos/albums/${albumId}/photos`, {
      method: 'POST',
      headers: this.#headers,
      body: form,
    });
    return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
  }

  call(path: string, method = 'GET', body?: unknown) {
    return server.call(path, { method, headers: this.#headers, body });
  }

  async photos(albumId: string): Promise<Photo[]> {
    const { body } = await this.call(`/photos/albums/${albumId}/photos`);
    return JSON.parse(JSON.stringify(body));
  }

  async shared(): Promise<SharedAlbum> {
    return JSON.parse(JSON.stringify((await this.call('/shares/mine')).body));
  }
}

const waiting = async () => (await owner.ask<WaitingPhoto[]>('GET /photos/waiting')).body;
const waitingIn = async (albumId: string) => (await waiting()).filter((photo) => photo.albumId === albumId);
const countWaiting = async () => (await owner.ask<{ waiting?: number }>('GET /overview')).body.waiting;

test('photos are in the album at once, are listed and can be looked at, and are counted once', async () => {
  const { album, guest, share } = await sharedAlbum({ mayUpload: 'at-once' });
  expect(share.guests).toEqual({ mayUpload: 'at-once', maxPhotos: 500, sent: 0 });
  expect(await guest.shared()).toMatchObject({
    albumId: album.id,
    albumName: 'Wedding',
    seesAlbum: true,
    guests: { mayUpload: 'at-once', left: 500 },
  });
  const bytes = await jpeg({ seed: 1 });
  const sent = await guest.send(album.id, { 'IMG_1.jpg': bytes, 'notes.pdf': Buffer.from('%PDF-1.4 no picture') });
  expect(sent).toMatchObject({
    status: 201,
    // The photo's own name in the library would open it for ever, also when the link has ended.
    body: { photos: [{ filename: 'IMG_1.jpg', albumSlug: album.slug }], rejected: [{ filename: 'notes.pdf' }] },
  });
  expect(await guest.send(album.id, { 'IMG_1.jpg': bytes })).toMatchObject({ body: { duplicates: ['IMG_1.jpg'] } });
  const [photo] = await owner.photos(album.id);
  expect((await owner.image(photo!, 'medium')).status).toBe(200);
  const [seen] = await guest.photos(album.id);
  expect((await owner.image(seen!, 'thumbnail')).status).toBe(200);
  expect(await guest.shared()).toMatchObject({ guests: { left: 499 } });
  const [listed] = (await owner.ask<Share[]>(`GET /shares?albumId=${album.id}`)).body;
  expect(listed).toMatchObject({ guests: { sent: 1 }, seesAlbum: true });
});

test('photos that wait are seen by nobody else, until they are approved, all in one call that can be repeated', async () => {
  const { album, guest } = await sharedAlbum({ mayUpload: 'after-approval', name: 'The party' });
  const files = {
    'a.jpg': await jpeg({ seed: 2 }),
    'b.jpg': await jpeg({ seed: 3 }),
    'c.jpg': await jpeg({ seed: 4 }),
  };
  expect((await guest.send(album.id, files)).status).toBe(201);
  // The phone that got no response sends again.
  expect((await guest.send(album.id, files)).body.duplicates).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
  const photos = await waitingIn(album.id);
  expect(photos).toHaveLength(3);
  expect(photos[0]).toMatchObject({ name: 'a.jpg', albumName: 'Wedding', shareName: 'The party' });
  expect(photos[0]).toHaveProperty('focus.x', expect.any(Number));
  expect(await countWaiting()).toBe((await waiting()).length);

  expect(await owner.photos(album.id)).toEqual([]);
  expect(await guest.photos(album.id)).toEqual([]);
  expect((await owner.albums()).find(({ id }) => id === album.id)).not.toHaveProperty('cover');
  expect((await owner.ask<unknown[]>('GET /photos/trash')).body).toEqual([]);
  const ids = photos.map(({ id }) => id);
  expect((await owner.ask('POST /photos/trash/restore', { ids })).status).toBe(404);
  expect((await owner.ask('DELETE /photos/trash', { ids })).status).toBe(404);
  expect((await owner.ask('DELETE /photos/trash')).status).toBe(200);
  const picture = await fetch(`${server.origin}/photos/trash/${ids[0]}/thumbnail`, { headers: owner.headers });
  expect(picture.headers.get('Content-Type')).toBe('image/jpeg');

  const [first = '', second = '', third = ''] = ids;
  const approve = (...some: string[]) => owner.ask('POST /photos/waiting/approve', { ids: some });
  expect((await approve(first, second)).body).toEqual({ approved: 2 });
  expect((await approve(first, second)).body).toEqual({ approved: 0 });
  expect(await owner.photos(album.id)).toHaveLength(2);
  expect((await owner.ask('DELETE /photos/waiting', { ids: [third, first] })).body).toEqual({ rejected: 1 });
  expect(await waitingIn(album.id)).toEqual([]);
  expect(await owner.photos(album.id)).toHaveLength(2);
  // Rejected by mistake: it comes back from the trash.
  expect((await owner.ask('POST /photos/trash/restore', { ids: [third] })).status).toBe(200);
  expect(await owner.photos(album.id)).toHaveLength(3);
  expect(await owner.isSound()).toBe(true);
});

test('a photo that somebody uploaded meanwhile is approved into the one that is there', async () => {
  const { album, guest } = await sharedAlbum({ mayUpload: 'after-approval' });
  const bytes = await jpeg({ seed: 5 });
  await guest.send(album.id, { 'a.jpg': bytes });
  await owner.upload(album.id, { 'mine.jpg': bytes });
  const ids = (await waitingIn(album.id)).map(({ id }) => id);
  expect((await owner.ask('POST /photos/waiting/approve', { ids })).status).toBe(200);
  const photos = await owner.photos(album.id);
  expect(photos).toHaveLength(1);
  expect((await owner.image(photos[0]!, 'medium')).status).toBe(200);
  await expect.poll(() => owner.isSound()).toBe(true);
});

test('a full link stores what fits, says of each other file why not, and knows again what it has', async () => {
  const { album, guest } = await sharedAlbum({ mayUpload: 'at-once', maxPhotos: 2 });
  const pictures = await Promise.all([10, 11, 12, 13].map((seed) => jpeg({ seed })));
  const files = Object.fromEntries(pictures.map((bytes, index) => [`${index}.jpg`, bytes]));
  const { status, body } = await guest.send(album.id, files);
  expect(status).toBe(201);
  expect(body.photos).toHaveLength(2);
  expect(body.rejected).toHaveLength(2);
  expect(body.rejected[0]).toEqual({
    filename: expect.any(String),
    message: expect.stringMatching(/as many photos as it may/),
  });
  const stored = body.photos[0]!.filename;
  expect(await guest.send(album.id, { [stored]: files[stored]! })).toMatchObject({
    status: 201,
    body: { duplicates: [stored] },
  });
  const more = await guest.send(album.id, { 'more.jpg': await jpeg({ seed: 14 }) });
  expect(more).toMatchObject({ status: 403, body: { message: expect.stringMatching(/as many photos/) } });
  expect(await guest.shared()).toMatchObject({ guests: { left: 0 } });
  expect(await owner.leftovers()).toEqual([]);
});

test('many phones at once never send more than the link takes', async () => {
  const { album, guest } = await sharedAlbum({ mayUpload: 'at-once', maxPhotos: 5 });
  const pictures = await Promise.all(
    Array.from({ length: 12 }, (_, index) => jpeg({ seed: 20 + index, width: 40, height: 30 })),
  );
  await Promise.all(pictures.map((bytes) => guest.send(album.id, { 'a.jpg': bytes })));
  expect(await owner.photos(album.id)).toHaveLength(5);
  expect(await owner.isSound()).toBe(true);
});

test('a link that only takes photos shows none, and cannot be had without taking any', async () => {
  const { album, guest } = await sharedAlbum({ mayUpload: 'at-once', seesAlbum: false });
  expect(await guest.shared()).toMatchObject({ albumName: 'Wedding', seesAlbum: false });
  expect((await guest.send(album.id, { 'a.jpg': await jpeg({ seed: 40 }) })).status).toBe(201);
  for (const path of ['/photos/albums', `/photos/albums/${album.id}/photos`]) {
    expect(await guest.call(path)).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/shows none/) },
    });
  }
  const useless = await owner.ask('POST /shares', { albumId: album.id, ...WEEK, seesAlbum: false });
  expect(useless).toMatchObject({ status: 400, body: { message: expect.stringMatching(/choose at least one/) } });
});

test('no link sends elsewhere, changes anything, or approves its own photos', async () => {
  const { album, guest } = await sharedAlbum({ mayUpload: 'after-approval' });
  const { guest: looker } = await sharedAlbum({});
  const other = await owner.createAlbum();
  const below = await owner.createAlbum({ parentAlbumId: album.id });
  const files = { 'a.jpg': await jpeg({ seed: 50 }) };
  for (const { id } of [other, below, { id: 'none' }]) expect((await guest.send(id, files)).status).toBe(403);
  expect((await looker.send(album.id, files)).status).toBe(403);
  await guest.send(album.id, files);
  const ids = (await waitingIn(album.id)).map(({ id }) => id);
  const calls: [string, string, unknown?][] = [
    ['/photos/waiting', 'GET'],
    ['/photos/waiting/approve', 'POST', { ids }],
    ['/photos/waiting', 'DELETE', { ids }],
    [`/photos/trash/${ids[0]}/thumbnail`, 'GET'],
    [`/photos/albums/${album.id}`, 'DELETE'],
    [`/photos/albums/${album.id}`, 'PATCH', { name: 'Mine' }],
    ['/photos/albums', 'POST', { name: 'Mine', slug: 'mine' }],
    [`/photos/albums/${album.id}/photos`, 'DELETE', { filenames: ['a.jpg'] }],
    ['/shares', 'GET'],
  ];
  for (const [path, method, body] of calls)
    expect([path, (await guest.call(path, method, body)).status]).toEqual([path, 403]);
  expect(await waitingIn(album.id)).toHaveLength(1);
  expect(await owner.photos(album.id)).toEqual([]);
});

test('nothing is taken when the link has ended, or when the disk is almost full', async () => {
  const { album, guest, share } = await sharedAlbum({ mayUpload: 'at-once' });
  const files = { 'a.jpg': await jpeg({ seed: 60 }) };
  freeShare = 0.05;
  expect(await guest.send(album.id, files)).toMatchObject({
    status: 507,
    body: { message: expect.stringMatching(/space/) },
  });
  freeShare = 0.5;
  await owner.ask(`DELETE /shares/${share.id}`);
  expect(await guest.send(album.id, files)).toMatchObject({
    status: 401,
    body: { message: expect.stringMatching(/taken back/) },
  });
  expect(await owner.photos(album.id)).toEqual([]);
});

test('photos that wait go with their album into the trash and wait on when it is restored', async () => {
  const { album, guest } = await sharedAlbum({ mayUpload: 'after-approval' });
  await guest.send(album.id, { 'a.jpg': await jpeg({ seed: 70 }) });
  const { body } = await owner.ask<{ ids: string[] }>(`DELETE /photos/albums/${album.id}`);
  expect(await waitingIn(album.id)).toEqual([]);
  await owner.ask('POST /photos/trash/restore', body);
  expect(await waitingIn(album.id)).toHaveLength(1);
  await owner.ask(`DELETE /photos/albums/${album.id}`);
  await owner.ask('DELETE /photos/trash', body);
  await expect.poll(() => owner.isSound()).toBe(true);
  expect(await waitingIn(album.id)).toEqual([]);
});
