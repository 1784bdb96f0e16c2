import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { UploadRequest } from '#server/photos/upload/uploadRequest.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { jpeg, svg } from '#support/pictures/images.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let client: PhotoClient;
let album: Album;
beforeAll(async () => {
  server = await startTestServer({ maxUploadBytes: 1024 * 1024 });
  client = await PhotoClient.on(server);
});
beforeEach(async () => {
  album = await client.createAlbum();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.close());

const BOUNDARY = 'a-boundary';
const END = Buffer.from(`--${BOUNDARY}--\r\n`);

function part(name: string, bytes: Buffer): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="photos"; filename="${name}"\r\nContent-Type: image/jpeg\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n')]);
}

/** Speaks HTTP by hand, since no client breaks off or lies about its length on purpose. */
async function open(length: number, authorization = client.headers.Authorization): Promise<Socket> {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
  const head = [
    `POST /photos/albums/${album.id}/photos HTTP/1.1`,
    'Host: localhost',
    `Authorization: ${authorization}`,
    `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
    `Content-Length: ${length}`,
    'Connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.on('error', () => undefined);
  return socket;
}

function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('close', () => resolve(text));
  });
}

/** Resolves when the server is done with the next upload, whose client may be gone by then. */
function uploadSettled(): Promise<void> {
  return new Promise((resolve) => {
    vi.spyOn(UploadRequest.prototype, 'settle').mockImplementationOnce(async function (this: UploadRequest) {
      // Mocked once: this is the real one.
      await this.settle();
      resolve();
    });
  });
}

/** Resolves when the server has noticed that the next client is gone. */
function clientGone(): Promise<void> {
  return new Promise((resolve) => {
    server.app.server.once('connection', (socket) => socket.once('close', () => setImmediate(resolve)));
  });
}

async function expectCleanedUp(): Promise<void> {
  await vi.waitFor(async () => expect(await client.leftovers()).toEqual([]), { timeout: 10_000 });
  expect(await client.isSound()).toBe(true);
}

describe('an upload that breaks off', () => {
  test.each([0.02, 0.3, 0.5, 0.7, 0.98])('after %f of its bytes leaves nothing temporary behind', async (share) => {
    const body = Buffer.concat([
      part('one.jpg', await jpeg({ width: 800, height: 600, seed: 1 })),
      part('two.jpg', await jpeg({ width: 800, height: 600, seed: 2 })),
      END,
    ]);
    const socket = await open(body.length);
    socket.write(body.subarray(0, Math.floor(body.length * share)));
    await wait(60);
    socket.destroy();
    await expectCleanedUp();
  });

  test('right after its last byte, while its pictures are decoded, leaves whole photos or none', async () => {
    const pictures = await Promise.all([3, 4, 5, 6].map((seed) => jpeg({ width: 1600, height: 1200, seed })));
    const body = Buffer.concat([...pictures.map((bytes, index) => part(`${index}.jpg`, bytes)), END]);
    const settled = uploadSettled();
    const socket = await open(body.length);
    await new Promise((resolve) => socket.write(body, resolve));
    await wait(150);
    socket.destroy();
    // A picture whose decoding has begun is decoded to its end.
    await settled;
    await expectCleanedUp();
    for (const photo of await client.photos(album.id)) expect((await client.image(photo, 'medium')).status).toBe(200);
  });

  test('before the server reads any of it is over too', async () => {
    const { albums } = server.dependencies.photos;
    const find = albums.find.bind(albums);
    const [gone, settled] = [clientGone(), uploadSettled()];
    const body = Buffer.concat([part('one.jpg', await jpeg({ width: 1600, height: 1200, seed: 7 })), END]);
    const socket = await open(body.length);
    vi.spyOn(albums, 'find').mockImplementationOnce(async (id) => {
      socket.destroy();
      await gone;
      return find(id);
    });
    // More than this would keep the server from noticing that its client is gone.
    socket.write(body.subarray(0, 1_000));
    await settled;
    await expectCleanedUp();
  });

  test('behind a refused file (fastify-multipart #497) does not hang', async () => {
    const body = Buffer.concat([
      part('drawing.jpg', Buffer.concat([svg(), Buffer.alloc(300_000, 32)])),
      part('good.jpg', await jpeg()),
      END,
    ]);
    const socket = await open(body.length);
    socket.write(body.subarray(0, 200_000));
    await wait(60);
    socket.destroy();
    await expectCleanedUp();
  });
});

describe('a form that lies', () => {
  test('by ending in the middle of a file is a 400 with a sentence', async () => {
    const body = part('half.jpg', await jpeg({ seed: 21 })).subarray(0, 3_000);
    const socket = await open(body.length);
    const answer = answerOf(socket);
    socket.write(body);
    expect(await answer).toMatch(
      /^HTTP\/1\.1 400 [^]*"message":"The upload broke off before it was complete: please try again"/,
    );
    await expectCleanedUp();
    expect(await client.photos(album.id)).toEqual([]);
  });

  test('by having no boundary in it is a 400', async () => {
    const body = Buffer.from('this is no form at all');
    const socket = await open(body.length);
    const answer = answerOf(socket);
    socket.write(body);
    expect(await answer).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('many files', () => {
  test('a refused or too large one in the middle holds nothing up (#497)', async () => {
    const good = await Promise.all([31, 32, 33].map((seed) => jpeg({ width: 100, height: 80, seed })));
    const form = new FormData();
    const add = (name: string, bytes: Buffer) => form.append('photos', new Blob([new Uint8Array(bytes)]), name);
    add('a.jpg', good[0]!);
    add('large.jpg', Buffer.alloc(3 * 1024 * 1024, 0xff));
    add('b.jpg', good[1]!);
    add('drawing.svg', Buffer.concat([svg(), Buffer.alloc(500_000, 32)]));
    add('c.jpg', good[2]!);
    const { status, body } = await client.send(album.id, form);
    expect(status).toBe(201);
    expect(body.photos).toHaveLength(3);
    expect(body.rejected.map(({ filename }) => filename)).toEqual(['large.jpg', 'drawing.svg']);
  });

  test('more than a thousand in one request all arrive (#642)', { tags: ['full'] }, async () => {
    const same = await jpeg({ width: 16, height: 16 });
    const form = new FormData();
    for (let index = 0; index < 1_100; index += 1)
      form.append('photos', new Blob([new Uint8Array(same)]), `${index}.jpg`);
    const { status, body } = await client.send(album.id, form);
    expect(status).toBe(201);
    expect(body.photos).toHaveLength(1);
    expect(body.duplicates).toHaveLength(1_099);
    await expectCleanedUp();
  });
});

describe('an upload of somebody who may not upload any more', () => {
  test.each([
    ['is blocked', 401, true],
    ['loses the permission', 403, false],
  ])('ends when its sender %s, with %i and what was stored before', async (_name, status, isBlock) => {
    const { token, user } = await server.signIn({ permissions: ['photos:write'] });
    const { users } = server.dependencies;
    const [first, second] = [part('first.jpg', await jpeg({ seed: 21 })), part('second.jpg', await jpeg({ seed: 22 }))];
    const body = Buffer.concat([first, second, END]);
    const socket = await open(body.length, `Bearer ${token}`);
    const answered = answerOf(socket);
    // The second file has begun, so the first one is complete.
    socket.write(body.subarray(0, first.length + 200));
    await vi.waitFor(async () => expect(await client.photos(album.id)).toHaveLength(1), { timeout: 10_000 });
    if (isBlock) await users.setBlocked({ userId: user.id, blocked: true, by: 'an admin' });
    else await users.setPermissions({ userId: user.id, permissions: ['photos:read'] });
    socket.write(body.subarray(first.length + 200));
    expect(await answered).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(await client.photos(album.id)).toHaveLength(1);
    await expectCleanedUp();
  });
});
