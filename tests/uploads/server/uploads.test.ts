import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { ShareWithKey } from '#contract/shares/schemas.ts';
import { SHARE_KEY_HEADER } from '#contract/access/shareKeys.ts';
import { UPLOADS } from '#server/core/limits.ts';
import { DecodePool } from '#server/photos/decode/decodePool.ts';
import { photoFilename } from '#server/photos/store/photoNames.ts';
import { slugFrom } from '#domain/albums/slug.ts';
import { jpeg } from '#support/pictures/images.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

const MB = 1024 * 1024;
const TOO_MANY = `One upload may have ${UPLOADS.files} files at most, and nothing else but a few fields`;

/** Holds pictures back until it is told to refuse them. */
class StuckPool extends DecodePool {
  held: (() => void)[] = [];
  isStuck = false;

  override decode(...call: Parameters<DecodePool['decode']>): ReturnType<DecodePool['decode']> {
    if (!this.isStuck) return super.decode(...call);
    return new Promise((_, reject) => this.held.push(() => reject(new Error('given up'))));
  }
}

const pool = new StuckPool();
let server: TestServer;
let client: PhotoClient;
beforeAll(async () => {
  server = await startTestServer({}, { decoder: pool });
  client = await PhotoClient.on(server);
});
afterAll(() => server.close());

test('form fields are few and small, and what is more of them is not kept', { tags: ['full'] }, async () => {
  const album = await client.createAlbum();
  const form = new FormData();
  for (let field = 0; field < UPLOADS.fields + 60; field++) form.append(`field-${field}`, 'x'.repeat(MB));
  form.append('photos', new Blob([new Uint8Array(await jpeg({ seed: 1 }))]), 'a.jpg');
  const before = process.memoryUsage().external + process.memoryUsage().heapUsed;
  const answer = await client.send(album.id, form);
  expect(answer).toMatchObject({ status: 413, body: { message: TOO_MANY } });
  expect(process.memoryUsage().external + process.memoryUsage().heapUsed - before).toBeLessThan(300 * MB);
  const few = new FormData();
  few.append('csrf', 'x');
  few.append('photos', new Blob([new Uint8Array(await jpeg({ seed: 1 }))]), 'a.jpg');
  expect((await client.send(album.id, few)).status).toBe(201);
});

test('one request keeps so many pictures waiting for a decoder, and the rest of it unread', async () => {
  const album = await client.createAlbum();
  pool.isStuck = true;
  const bytes = await jpeg({ seed: 2, width: 40, height: 30 });
  const files = Object.fromEntries(
    Array.from({ length: UPLOADS.waitingForDecoder + 8 }, (_, index) => [
      `${index}.jpg`,
      Buffer.concat([bytes, Buffer.from(String(index))]),
    ]),
  );
  const answer = client.upload(album.id, files);
  await vi.waitFor(() => expect(pool.held).toHaveLength(UPLOADS.waitingForDecoder), { timeout: 10_000 });
  expect(await client.leftovers()).toHaveLength(UPLOADS.waitingForDecoder);
  for (const refuse of pool.held.splice(0)) refuse();
  await vi.waitFor(() => expect(pool.held).toHaveLength(8), { timeout: 10_000 });
  for (const refuse of pool.held.splice(0)) refuse();
  expect((await answer).status).toBe(500);
  pool.isStuck = false;
});

test('texts of any length are measured before anybody looks at their letters', async () => {
  const endless = `e${'\u0301\u0327'.repeat(200_000)}`;
  const started = performance.now();
  expect(slugFrom(endless)).toBe('e');
  const name = { secret: '00', albumId: 'a', contentHash: 'b', originalFilename: `${endless}.jpg` };
  expect(photoFilename(name).length).toBeLessThan(120);
  // To sort all its marks takes a minute.
  expect(performance.now() - started).toBeLessThan(10_000);
  const { status, body } = await client.postAlbum({ name: ' '.repeat(200_000), slug: 'blank' });
  expect(status).toBe(400);
  expect(body).toMatchObject({ message: expect.stringContaining('characters at most') });
});

test('a name that no file system would take is cut', async () => {
  const album = await client.createAlbum();
  const answer = await client.upload(album.id, { [`${'n'.repeat(2_000)}.txt`]: Buffer.from('text') });
  expect(answer.status).toBe(415);
  const mixed = await client.upload(album.id, {
    [`${'n'.repeat(2_000)}.txt`]: Buffer.from('text'),
    'a.jpg': await jpeg({ seed: 4 }),
  });
  expect(mixed.body.rejected[0]?.filename).toHaveLength(UPLOADS.filenameLength);
});

/** A server on a disk of so many bytes, which are free as far as its photos leave them. */
async function onDiskOf(bytes: number) {
  let least = bytes;
  let folder = '';
  const free = () => {
    const freeBytes = bytes - bytesIn(join(folder, 'photos'));
    least = Math.min(least, freeBytes);
    return freeBytes;
  };
  const small = await startTestServer({}, { diskSpace: async () => ({ bytes, freeBytes: free() }) });
  onTestFinished(() => small.close());
  folder = small.dependencies.settings.dataDir;
  const person = await PhotoClient.on(small);
  const album = await person.createAlbum();
  const leastFree = () => {
    free();
    return least;
  };
  return { small, person, album, leastFree };
}

function bytesIn(folder: string): number {
  try {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return files.reduce((sum, { parentPath, name }) => sum + sizeOf(join(parentPath, name)), 0);
  } catch {
    return 0;
  }
}

/** A file may be moved while they are counted. */
function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Different pictures of this many bytes each. */
async function picturesOf(bytes: number, count: number): Promise<Record<string, Buffer>> {
  const picture = await jpeg({ seed: 5, width: 40, height: 30 });
  const one = (index: number) => Buffer.concat([picture, Buffer.alloc(bytes - picture.length, index)]);
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.jpg`, one(index)]));
}

test('guests leave a tenth of the disk free, whatever one request brings', async () => {
  const { small, person, album, leastFree } = await onDiskOf(60 * MB);
  const { body: share } = await person.ask<ShareWithKey>('POST /shares', {
    albumId: album.id,
    term: 'week',
    mayUpload: 'after-approval',
  });
  const form = new FormData();
  for (const [name, bytes] of Object.entries(await picturesOf(4 * MB, 20)))
    form.append('photos', new Blob([new Uint8Array(bytes)]), name);
  const headers = { [SHARE_KEY_HEADER]: share.key };
  const upload = { method: 'POST', headers, body: form };
  const response = await fetch(`${small.origin}/photos/albums/${album.id}/photos`, upload);
  const body: { photos: unknown[]; rejected: unknown[] } = JSON.parse(await response.text());
  expect(response.status).toBe(201);
  expect(body.photos.length).toBeGreaterThan(5);
  expect(body.photos.length + body.rejected.length).toBe(20);
  expect(body.rejected[0]).toEqual({
    filename: expect.any(String),
    message: expect.stringMatching(/not enough space for photos of guests/),
    mayRetry: true,
  });
  expect(leastFree()).toBeGreaterThanOrEqual(6 * MB);
  // Files for which the disk had no room do not count for the link.
  const leftBytes = 2_000_000_000 - body.photos.length * 4 * MB;
  expect(await small.call('/shares/mine', { headers })).toMatchObject({ body: { guests: { leftBytes } } });
  expect(await person.leftovers()).toEqual([]);
});

test('uploads at the same time leave the space free that the server itself needs', async () => {
  const { person, album, leastFree } = await onDiskOf(60 * MB);
  const pictures = Object.entries(await picturesOf(4 * MB, 20));
  const sent = await Promise.all(pictures.map(([name, bytes]) => person.upload(album.id, { [name]: bytes })));
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201, 507]));
  expect(sent.find(({ status }) => status === 507)?.body.message).toBe(
    'The disk of the server is full: nothing of this photo was stored',
  );
  expect(leastFree()).toBeGreaterThanOrEqual(3 * MB);
  // The room promised to files that were refused or are stored is free again for others.
  const { filename } = (await person.photos(album.id))[0]!;
  await person.ask(`DELETE /photos/albums/${album.id}/photos`, { filenames: [filename] });
  await person.ask('DELETE /photos/trash');
  expect(await person.leftovers()).toEqual([]);
});

test('one request keeps so many bytes waiting for a decoder', { tags: ['full'] }, async () => {
  const album = await client.createAlbum();
  pool.isStuck = true;
  const bytes = 40 * MB;
  const pictures = Object.entries(await picturesOf(bytes, 7));
  const first = client.upload(album.id, Object.fromEntries(pictures.slice(1)));
  const atOnce = Math.ceil(UPLOADS.bytesWaitingForDecoder / bytes);
  await vi.waitFor(() => expect(pool.held).toHaveLength(atOnce), { timeout: 30_000 });
  // A whole request later it still has not read on.
  const second = client.upload(album.id, Object.fromEntries(pictures.slice(0, 1)));
  await vi.waitFor(() => expect(pool.held.length).toBeGreaterThan(atOnce), { timeout: 30_000 });
  expect(await client.leftovers()).toHaveLength(atOnce + 1);
  pool.isStuck = false;
  for (const refuse of pool.held.splice(0)) refuse();
  expect((await first).status).toBe(201);
  expect((await second).status).toBe(500);
});
