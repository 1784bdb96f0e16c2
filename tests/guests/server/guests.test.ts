import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Photo, UploadResponse } from '#contract/photos/schemas.ts';
import { SHARE_KEY_HEADER } from '#contract/access/shareKeys.ts';
import type { NewShare, Share, ShareWithKey, SharedAlbum } from '#contract/shares/schemas.ts';
import type { WaitingPhoto } from '#contract/guests/schemas.ts';
import { jpeg, truncatedJpeg } from '#support/pictures/images.ts';
import { PhotoClient, type PhotoResponse } from '#support/server/photoClient.ts';
import { diskWith, startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let owner: PhotoClient;
let freeShare = 0.5;
beforeAll(async () => {
  server = await startTestServer({}, { diskSpace: async () => diskWith(freeShare) });
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

function formOf(files: Record<string, Buffer>): FormData {
  const form = new FormData();
  for (const [name, bytes] of Object.entries(files)) form.append('photos', new Blob([new Uint8Array(bytes)]), name);
  return form;
}

/** A visitor with a phone and the link. */
class Guest {
  readonly #headers: Record<string, string>;

  constructor(key: string) {
    this.#headers = { [SHARE_KEY_HEADER]: key };
  }

  send(albumId: string, files: Record<string, Buffer>): ReturnType<Guest['sendForm']> {
    return this.sendForm(albumId, formOf(files));
  }

  async sendForm(albumId: string, form: FormData): Promise<PhotoResponse<UploadResponse & { message?: string }>> {
    const response = await fetch(`${server.origin}/photos/albums/${albumId}/photos`, {
      method: 'POST',
      headers: this.#headers,
      body: form,
    });
    return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
  }

  /** As phones do: again, when others are sending. */
  async sendInTurn(albumId: string, files: Record<string, Buffer>): ReturnType<Guest['send']> {
    for (;;) {
      const response = await this.send(albumId, files);
      if (response.status !== 429) return response;
      await expect.poll(async () => (await this.shared()).guests?.isBusy, { timeout: 30_000 }).toBe(false);
    }
  }

  /** Sends the first half of a request at once, and the rest when it is told to. */
  async begin(albumId: string, files: Record<string, Buffer>): Promise<{ end: () => Promise<number> }> {
    const path = `${server.origin}/photos/albums/${albumId}/photos`;
    const whole = new Request(path, { method: 'POST', body: formOf(files) });
    const headers = { ...this.#headers, 'Content-Type': whole.headers.get('Content-Type') ?? '' };
    const bytes = new Uint8Array(await whole.arrayBuffer());
    const half = Math.floor(bytes.length / 2);
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body: readable, duplex: 'half' };
    const response = fetch(path, init);
    await writer.write(bytes.subarray(0, half));
    return {
      end: async () => {
        await writer.write(bytes.subarray(half));
        await writer.close();
        return (await response).status;
      },
    };
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
  expect(share.guests).toEqual({
    mayUpload: 'at-once',
    maxPhotos: 500,
    sent: 0,
    maxBytes: 2_000_000_000,
    sentBytes: 0,
  });
  expect(await guest.shared()).toMatchObject({
    albumId: album.id,
    albumName: 'Wedding',
    seesAlbum: true,
    guests: { mayUpload: 'at-once', left: 500, leftBytes: 2_000_000_000, isBusy: false },
  });
  const bytes = await jpeg({ seed: 1 });
  const sent = await guest.send(album.id, { 'IMG_1.jpg': bytes, 'notes.pdf': Buffer.from('%PDF-1.4 no picture') });
  expect(sent).toMatchObject({ status: 201, body: { rejected: [{ filename: 'notes.pdf' }] } });
  const { photos } = sent.body;
  expect(await guest.send(album.id, { 'IMG_1.jpg': bytes })).toMatchObject({
    body: { photos, duplicates: ['IMG_1.jpg'] },
  });
  const [photo] = await owner.photos(album.id);
  expect((await owner.image(photo!, 'medium')).status).toBe(200);
  // The photo's own name in the library would open it for ever, also when the link has ended.
  expect(photos).not.toContainEqual(expect.objectContaining({ filename: photo!.filename }));
  expect(await guest.photos(album.id)).toEqual(photos);
  expect((await owner.image(photos[0]!, 'thumbnail')).status).toBe(200);
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
  expect((await guest.send(album.id, files)).body.photos.map(({ filename }) => filename)).toEqual(Object.keys(files));
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
  const stored = Object.keys(files).find((name) => body.rejected.every(({ filename }) => filename !== name)) ?? '';
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
  await Promise.all(pictures.map((bytes) => guest.sendInTurn(album.id, { 'a.jpg': bytes })));
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

test('a photo that waits is no entry of the trash, and one in the trash waits for nobody, whatever ids are mixed', async () => {
  const { album, guest } = await sharedAlbum({ mayUpload: 'after-approval' });
  await owner.upload(album.id, { 'own.jpg': await jpeg({ seed: 75 }) });
  await guest.send(album.id, { 'a.jpg': await jpeg({ seed: 76 }) });
  await guest.send(album.id, { 'b.jpg': await jpeg({ seed: 77 }) });
  const names = async () =>
    (await owner.photos(album.id)).map(({ filename }) => filename.replace(/-.*/, '')).toSorted();
  const [first = '', second = ''] = (await waitingIn(album.id)).map(({ id }) => id);
  const trashed = async () => (await owner.ask<{ id: string }[]>('GET /photos/trash')).body.map(({ id }) => id);
  const deleteOwn = async () => {
    const [own] = await owner.photos(album.id);
    const named = { filenames: [own?.filename] };
    const [id = ''] = (await owner.ask<{ ids: string[] }>(`DELETE /photos/albums/${album.id}/photos`, named)).body.ids;
    return id;
  };

  const own = await deleteOwn();
  expect((await owner.ask('POST /photos/waiting/approve', { ids: [own] })).body).toEqual({ approved: 0 });
  expect((await owner.ask('DELETE /photos/waiting', { ids: [own] })).body).toEqual({ rejected: 0 });
  expect(await trashed()).toEqual([own]);
  expect((await owner.ask('POST /photos/trash/restore', { ids: [own, first] })).body).toMatchObject({ restored: 1 });
  expect(await names()).toEqual(['own']);
  expect(await deleteOwn()).toBe(own);
  expect((await owner.ask('DELETE /photos/trash', { ids: [own, first, second] })).body).toEqual({ removed: 1 });
  expect((await waitingIn(album.id)).map(({ id }) => id)).toEqual([first, second]);

  // What was rejected stays in the trash while its album goes there and comes back; then it is shown, and waits no more.
  expect((await owner.ask('DELETE /photos/waiting', { ids: [first] })).body).toEqual({ rejected: 1 });
  expect((await owner.ask('POST /photos/waiting/approve', { ids: [first] })).body).toEqual({ approved: 0 });
  const { body } = await owner.ask<{ ids: string[] }>(`DELETE /photos/albums/${album.id}`);
  expect((await owner.ask('POST /photos/waiting/approve', { ids: [second] })).body).toEqual({ approved: 0 });
  await owner.ask('POST /photos/trash/restore', body);
  expect(await trashed()).toEqual([first]);
  expect(await names()).toEqual([]);
  expect((await waitingIn(album.id)).map(({ id }) => id)).toEqual([second]);
  await owner.ask('POST /photos/trash/restore', { ids: [first] });
  expect(await names()).toEqual(['a']);
  expect((await waitingIn(album.id)).map(({ id }) => id)).toEqual([second]);
  expect(await owner.isSound()).toBe(true);
});

const MB = 1_000_000;

/** A picture of this many bytes. */
async function pictureOf(bytes: number, seed: number): Promise<Buffer> {
  const picture = await jpeg({ seed, width: 40, height: 30 });
  return Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]);
}

test('a link takes two requests at a time, and says to a third to wait', async () => {
  const { album, guest } = await sharedAlbum({ mayUpload: 'at-once' });
  const { album: garden, guest: other } = await sharedAlbum({ mayUpload: 'at-once' });
  const begin = async (seed: number) => guest.begin(album.id, { [`${seed}.jpg`]: await jpeg({ seed }) });
  const begun = [await begin(80), await begin(81)];
  await expect.poll(async () => (await guest.shared()).guests?.isBusy).toBe(true);
  const files = { 'c.jpg': await jpeg({ seed: 82 }) };
  expect(await guest.send(album.id, files)).toMatchObject({
    status: 429,
    body: { message: expect.stringMatching(/^Others are sending .* try again/) },
  });
  expect((await other.send(garden.id, files)).status).toBe(201);
  expect(await Promise.all(begun.map(({ end }) => end()))).toEqual([201, 201]);
  expect((await guest.shared()).guests?.isBusy).toBe(false);
  expect((await guest.send(album.id, files)).status).toBe(201);
  expect(await owner.photos(album.id)).toHaveLength(3);
});

test('a link takes so many bytes: what cannot be read counts, what the album had does not, and nothing is given back', async () => {
  const { album, guest, share } = await sharedAlbum({ mayUpload: 'at-once', maxBytes: 3 * MB });
  const left = async () => (await guest.shared()).guests?.leftBytes;
  const good = await pictureOf(MB, 90);
  expect((await guest.send(album.id, { 'good.jpg': good })).status).toBe(201);
  expect(await left()).toBe(2 * MB);
  expect((await guest.send(album.id, { 'good.jpg': good })).body.duplicates).toEqual(['good.jpg']);
  expect(await left()).toBe(2 * MB);
  const bad = Buffer.concat([(await jpeg({ seed: 91 })).subarray(0, 500), Buffer.alloc(MB - 500)]);
  expect((await guest.send(album.id, { 'bad.jpg': bad })).status).toBe(422);
  expect(await left()).toBe(MB);
  const large = await guest.send(album.id, { 'large.jpg': await pictureOf(1.5 * MB, 92) });
  expect(large).toMatchObject({ status: 403, body: { message: expect.stringMatching(/no room for this photo/) } });
  expect((await guest.send(album.id, { 'last.jpg': await pictureOf(MB, 93) })).status).toBe(201);
  const filenames = (await owner.photos(album.id)).map(({ filename }) => filename);
  await owner.ask(`DELETE /photos/albums/${album.id}/photos`, { filenames });
  expect(await left()).toBe(0);
  expect(await guest.send(album.id, { 'tiny.jpg': await jpeg({ seed: 94 }) })).toMatchObject({ status: 403 });
  const [listed] = (await owner.ask<Share[]>(`GET /shares?albumId=${album.id}`)).body;
  expect(listed).toMatchObject({ id: share.id, guests: { maxBytes: 3 * MB, sentBytes: 3 * MB } });
  expect(await owner.leftovers()).toEqual([]);
});

test('many phones at once never send more bytes than the link takes', async () => {
  const { album, guest } = await sharedAlbum({ mayUpload: 'after-approval', maxBytes: 450_000 });
  const pictures = await Promise.all(Array.from({ length: 8 }, (_, index) => pictureOf(100_000, 100 + index)));
  const sent = await Promise.all(pictures.map((bytes) => guest.sendInTurn(album.id, { 'a.jpg': bytes })));
  expect(sent.filter(({ status }) => status === 201)).toHaveLength(4);
  expect(await guest.shared()).toMatchObject({ guests: { leftBytes: 50_000 } });
});

test('of the files of a request those are stored for which a link has bytes left, and the others are refused one by one', async () => {
  const { album, guest } = await sharedAlbum({ mayUpload: 'at-once', maxBytes: 2 * MB });
  const { status, body } = await guest.send(album.id, {
    'a.jpg': await pictureOf(1.5 * MB, 110),
    'b.jpg': await truncatedJpeg({ seed: 111, width: 1_600, height: 1_200 }),
    'c.jpg': await pictureOf(1.5 * MB, 112),
  });
  expect(status).toBe(201);
  expect(body.photos).toHaveLength(1);
  expect(body.rejected.map(({ filename }) => filename)).toEqual(['b.jpg', 'c.jpg']);
});

test.each(['at-once', 'after-approval'] as const)(
  'who sees no photos does not learn from a response which the album has: %s',
  async (mayUpload) => {
    const { album, guest } = await sharedAlbum({ mayUpload, seesAlbum: false });
    const [known, hidden, fresh] = await Promise.all([120, 121, 122].map((seed) => jpeg({ seed })));
    await owner.upload(album.id, { 'known.jpg': known!, 'hidden.jpg': hidden! });
    const secret = (await owner.photos(album.id)).find(({ filename }) => filename.startsWith('hidden'));
    await owner.ask(`PATCH /photos/albums/${album.id}/photos/${secret!.filename}`, { hidden: true });
    const before = (await guest.shared()).guests!;
    const sent = [fresh, known, hidden, fresh, known];
    for (const [index, bytes] of sent.entries()) {
      const { status, body } = await guest.send(album.id, { 'IMG_1.jpg': bytes! });
      const photos = [{ filename: 'IMG_1.jpg', albumSlug: album.slug }];
      expect({ status, body }).toEqual({ status: 201, body: { photos, duplicates: [], rejected: [] } });
      const { guests } = await guest.shared();
      const bytesSent = sent.slice(0, index + 1).reduce((sum, { length } = Buffer.alloc(0)) => sum + length, 0);
      expect(guests).toMatchObject({ left: before.left - index - 1, leftBytes: before.leftBytes - bytesSent });
    }
    expect(await owner.photos(album.id)).toHaveLength(mayUpload === 'at-once' ? 3 : 2);
    expect(await waitingIn(album.id)).toHaveLength(mayUpload === 'at-once' ? 0 : 1);
    // Two of one name are two photos.
    const twice = new FormData();
    for (const bytes of [known!, fresh!]) twice.append('photos', new Blob([new Uint8Array(bytes)]), 'image.jpg');
    expect((await guest.sendForm(album.id, twice)).body).toMatchObject({ photos: { length: 2 }, duplicates: [] });
  },
);

test('who sees the album does not learn either which photos are hidden in it', async () => {
  const { album, guest } = await sharedAlbum({ mayUpload: 'at-once' });
  const bytes = await jpeg({ seed: 130 });
  await owner.upload(album.id, { 'secret.jpg': bytes });
  const [photo] = await owner.photos(album.id);
  await owner.ask(`PATCH /photos/albums/${album.id}/photos/${photo!.filename}`, { hidden: true });
  const { body } = await guest.send(album.id, { 'mine.jpg': bytes });
  expect(body).toEqual({ photos: [{ filename: 'mine.jpg', albumSlug: album.slug }], duplicates: [], rejected: [] });
  expect(await guest.photos(album.id)).toEqual([]);
});
