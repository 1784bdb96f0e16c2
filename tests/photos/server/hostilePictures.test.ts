import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DecodePool } from '#server/photos/decode/decodePool.ts';
import { HOSTILE } from '../support/hostileDecoder.ts';
import { jpeg } from '#support/pictures/images.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let client: PhotoClient;
beforeAll(async () => {
  const decoder = new DecodePool({
    processes: 3,
    // Long beside what a busy machine needs for a good picture.
    timeoutMs: 12_000,
    memoryBytes: 600 * 1024 * 1024,
    entry: fileURLToPath(new URL('../support/hostileDecoder.ts', import.meta.url)),
  });
  server = await startTestServer({}, { decoder });
  client = await PhotoClient.on(server);
});
afterAll(() => server.close());

describe.for([
  {
    what: 'crashes the decoder',
    word: HOSTILE.crash,
    message: 'The picture is damaged or incomplete and cannot be read',
  },
  { what: 'hangs', word: HOSTILE.hang, message: 'The picture takes too long to read', tags: ['full'] },
  { what: 'eats memory', word: HOSTILE.memory, message: 'The picture needs too much memory to read', tags: ['full'] },
])('a picture that $what', ({ word, message, tags = [] }) => {
  test('is refused alone; the others of its request are stored', { timeout: 60_000, tags }, async () => {
    const album = await client.createAlbum();
    const answer = await client.upload(album.id, {
      'before.jpg': await jpeg({ seed: 1 }),
      'hostile.jpg': Buffer.concat([await jpeg({ seed: 2 }), Buffer.from(word)]),
      'after.jpg': await jpeg({ seed: 3 }),
      'last.jpg': await jpeg({ seed: 4 }),
    });
    expect(answer.status).toBe(201);
    expect(answer.body.photos.map(({ filename }) => filename.replace(/-.*/, ''))).toEqual(['before', 'after', 'last']);
    expect(answer.body.rejected).toEqual([{ filename: 'hostile.jpg', message }]);
    expect(await client.leftovers()).toEqual([]);
  });
});

test('alone in its request it is a 422, and the server goes on', async () => {
  const album = await client.createAlbum();
  const hostile = Buffer.concat([await jpeg({ seed: 5 }), Buffer.from(HOSTILE.crash)]);
  const answer = await client.upload(album.id, { 'hostile.jpg': hostile });
  expect(answer.status).toBe(422);
  expect((await client.upload(album.id, { 'good.jpg': await jpeg({ seed: 6 }) })).status).toBe(201);
  expect(await client.photos(album.id)).toHaveLength(1);
  expect(await client.isSound()).toBe(true);
});

test.each([
  ['a decoder that is killed again and again', HOSTILE.killed],
  ['a disk that gives back other bytes', HOSTILE.readError],
])('%s says nothing about the picture: try again', { tags: ['full'] }, async (_what, word) => {
  const album = await client.createAlbum();
  const answer = await client.upload(album.id, {
    'good.jpg': await jpeg({ seed: 7 }),
    'unlucky.jpg': Buffer.concat([await jpeg({ seed: 8 }), Buffer.from(word)]),
  });
  expect(answer.body.photos).toHaveLength(1);
  const message = 'The server could not store this photo: please try again';
  expect(answer.body.rejected).toEqual([{ filename: 'unlucky.jpg', message, mayRetry: true }]);
  expect(await client.leftovers()).toEqual([]);
});

test('a decoder that was killed once is not even noticed', async () => {
  const album = await client.createAlbum();
  const unlucky = Buffer.concat([await jpeg({ seed: 9 }), Buffer.from(HOSTILE.killedOnce)]);
  expect((await client.upload(album.id, { 'unlucky.jpg': unlucky })).status).toBe(201);
  expect(await client.isSound()).toBe(true);
});
