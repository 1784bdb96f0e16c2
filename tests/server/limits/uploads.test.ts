import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { UPLOADS } from '#server/limits.ts';
import { DecodePool } from '#server/photos/decode/decodePool.ts';
import { photoFilename } from '#server/photos/store/photoNames.ts';
import { slugFrom } from '#domain/albums/slug.ts';
import { jpeg } from '../../support/pictures/images.ts';
import { PhotoClient } from '../../support/server/photoClient.ts';
import { startTestServer, type TestServer } from '../../support/server/testServer.ts';

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
  expect(performance.now() - started).toBeLessThan(1_000);
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
