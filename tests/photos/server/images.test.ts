import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Photo } from '#contract/photos/schemas.ts';
import { imagePath } from '#contract/paths.ts';
import { jpeg } from '#support/pictures/images.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let client: PhotoClient;
let photo: Photo;
beforeAll(async () => {
  server = await startTestServer();
  client = await PhotoClient.on(server);
  const album = await client.createAlbum({ slug: 'images' });
  const { body } = await client.upload(album.id, { 'Élan 日本.jpg': await jpeg({ width: 900, height: 700 }) });
  photo = body.photos[0]!;
});
afterAll(() => server.close());

describe.each(['medium', 'thumbnail'] as const)('a %s', (variant) => {
  test.each(['cold', 'hot'])('is shown to whoever has its address, for a year, anywhere (%s)', async () => {
    const answer = await client.image(photo, variant);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    });
    expect([...bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
  });

  test('known to the client is a 304', async () => {
    const etag = (await client.image(photo, variant)).headers.get('ETag')!;
    const again = await client.image(photo, variant, { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
    expect(again.headers.get('Cache-Control')).toContain('immutable');
    expect(await again.text()).toBe('');
    const other = await client.image(photo, variant, { headers: { 'If-None-Match': '"another"' } });
    expect(other.status).toBe(200);
    await other.arrayBuffer();
  });

  test('asked for by HEAD has its size and no body', async () => {
    const whole = await client.imageBytes(photo, variant);
    const head = await client.image(photo, variant, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('Content-Length')).toBe(String(whole.length));
    expect(head.headers.get('ETag')).toBeTruthy();
    expect(await head.text()).toBe('');
  });

  test.each([
    ['another name', (name: string) => name.replace(/.(?=\.jpg$)/, (digit) => (digit === '0' ? '1' : '0'))],
    ['a shorter name', (name: string) => name.slice(5)],
    ['a name with a folder', (name: string) => `x/../${name}`],
    ['a path upwards', () => '../../../../circuit-tree.sqlite'],
    ['a zero byte', (name: string) => `${name}\0.jpg`],
    ['no name', () => '.'],
    ['the original', (name: string) => name.replace('.jpg', '')],
    ['a very long name', () => `${'a'.repeat(400)}-${'0'.repeat(32)}.jpg`],
  ])('%s is not found', async (_what, change) => {
    const path = imagePath({ ...photo, filename: change(photo.filename) }, variant);
    const answer = await fetch(server.origin + path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/);
    expect(await answer.json()).toEqual({ message: expect.any(String) });
  });

  test('is not found in another album, an unknown one or under another variant', async () => {
    await client.createAlbum({ slug: `other-${variant}` });
    for (const albumSlug of [`other-${variant}`, 'unknown', '..', '%2e%2e']) {
      expect((await client.image({ ...photo, albumSlug }, variant)).status, albumSlug).toBe(404);
    }
    for (const other of ['original', 'large', '..']) {
      const path = imagePath(photo, variant).replace(`/${variant}/`, `/${other}/`);
      expect((await fetch(server.origin + path)).status, other).toBe(404);
    }
  });
});

test('paths that climb, sent raw past every client-side normalising, find nothing', async () => {
  for (const path of [
    '/photos/images/medium/../../../../etc/passwd',
    '/photos/images/medium/..%2f..%2f..%2f..%2fetc%2fpasswd',
    '/photos/../../circuit-tree.sqlite',
    '/photos/images/medium/%00',
    '//etc/passwd',
  ]) {
    expect(await statusOfRaw(path), path).toMatch(/^HTTP\/1\.1 (?:400|404) /);
  }
});

function statusOfRaw(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    });
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('end', () => resolve(text.split('\r\n')[0] ?? ''));
    socket.on('error', reject);
  });
}
