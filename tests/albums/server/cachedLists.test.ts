import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDependencies } from '#support/server/library.ts';
import { jpeg } from '#support/pictures/images.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let client: PhotoClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await PhotoClient.on(server);
  for (let index = 0; index < 30; index += 1)
    await client.createAlbum({ name: `Album ${index}`, slug: `cached-${index}` });
});
afterAll(() => server.close());

interface RawResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** fetch unpacks by itself; here the bytes on the wire count. */
async function get(path: string, headers: Record<string, string> = {}): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const asked = request(server.origin + path, { headers: { ...client.headers, ...headers } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    });
    asked.on('error', reject).end();
  });
}

describe('the album list', () => {
  test.each([
    ['br, gzip, deflate', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
    ['deflate', undefined, (body: Buffer) => body],
    ['', undefined, (body: Buffer) => body],
  ])('asked for with "%s" comes as %s', async (accepted, encoding, unpack) => {
    const plain = await get('/photos/albums');
    const answer = await get('/photos/albums', { 'Accept-Encoding': accepted });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers.vary).toMatch(/Accept-Encoding/);
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    expect(answer.headers['content-length']).toBe(String(answer.body.length));
    expect(JSON.parse(unpack(answer.body).toString())).toEqual(JSON.parse(plain.body.toString()));
    if (encoding) expect(answer.body.length).toBeLessThan(plain.body.length / 2);
  });

  test('known to the client is a 304 without a body, in every encoding', async () => {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { headers } = await get('/photos/albums', { 'Accept-Encoding': encoding });
      const etag = String(headers.etag);
      const again = await get('/photos/albums', { 'Accept-Encoding': encoding, 'If-None-Match': etag });
      expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
      expect(again.headers.etag).toBe(etag);
    }
  });

  test('is another one after a new album', async () => {
    const before = await get('/photos/albums');
    await client.createAlbum({ slug: 'brand-new' });
    const after = await get('/photos/albums', { 'If-None-Match': String(before.headers.etag) });
    expect(after.status).toBe(200);
    expect(after.body.toString()).toContain('"brand-new"');
  });

  test('is another one after an album that another process made', async () => {
    const before = await get('/photos/albums');
    const other = await openDependencies(server.dependencies.settings);
    try {
      await other.photos.albums.create({ name: 'From elsewhere', slug: 'from-elsewhere' }, null);
    } finally {
      await other.close();
    }
    const after = await get('/photos/albums', { 'If-None-Match': String(before.headers.etag) });
    expect(after.status).toBe(200);
    expect(after.body.toString()).toContain('"from-elsewhere"');
  });
});

describe('the photo list', () => {
  test('and the covers are others after an upload; a duplicate changes nothing', async () => {
    const album = await client.createAlbum({ slug: 'fills-up' });
    const path = `/photos/albums/${album.id}/photos`;
    const empty = await get(path);
    expect(empty.body.toString()).toBe('[]');
    const bytes = await jpeg();
    const { body } = await client.upload(album.id, { 'a.jpg': bytes });
    const full = await get(path, { 'If-None-Match': String(empty.headers.etag) });
    expect(JSON.parse(full.body.toString())).toEqual(body.photos);
    expect((await get('/photos/albums')).body.toString()).toContain(body.photos[0]!.filename);
    await client.upload(album.id, { 'b.jpg': bytes });
    expect((await get(path, { 'If-None-Match': String(full.headers.etag) })).status).toBe(304);
  });

  test('asked for while photos come in never lags behind an acknowledged one', async () => {
    const album = await client.createAlbum({ slug: 'busy' });
    for (let index = 0; index < 15; index += 1) {
      const bytes = await jpeg({ width: 60, height: 40, seed: 500 + index });
      const asking = Array.from({ length: 5 }, () => client.photos(album.id));
      const { body } = await client.upload(album.id, { 'p.jpg': bytes });
      expect(await client.photos(album.id)).toContainEqual(body.photos[0]);
      await Promise.all(asking);
    }
  });
});
