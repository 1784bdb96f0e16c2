import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Photo } from '#contract/photos/schemas.ts';
import { imagePath } from '#contract/paths.ts';
import { ImageCache } from '#server/photos/serve/imageCache.ts';
import { jpeg } from '#support/pictures/images.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

const image = { bytes: Buffer.alloc(1_000), etag: '"x"', head: ['ETag', '"x"'] };

let server: TestServer;
let photo: Photo;
beforeAll(async () => {
  server = await startTestServer();
  photo = await (await PhotoClient.on(server)).uploadOne('a b.jpg', await jpeg({ seed: 1 }));
});
afterAll(() => server.close());

test('one photo takes one place, under whatever query or spelling it is asked for', async () => {
  const { images } = server.dependencies.photos;
  const path = imagePath(photo, 'thumbnail');
  const spellings = Array.from({ length: 200 }, (_, index) => `${path}?${index}=${'x'.repeat(1_000)}`);
  spellings.push(
    path,
    `${path}#`,
    path.replace('thumbnail', '%74humbnail'),
    path.replace(/.\.jpg$/, (end) => `%${end.charCodeAt(0).toString(16)}.jpg`),
  );
  for (const spelling of spellings) {
    const answer = await fetch(server.origin + spelling);
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  }
  expect(images.sizeOf('thumbnail')).toBe(1);
  expect(images.bytesOf('thumbnail')).toBeLessThan(100_000);
});

test('all of them have an end, their addresses counted in', () => {
  const cache = new ImageCache({ current: () => 0 }, { thumbnail: 10_000, medium: 2_500 });
  for (let index = 0; index < 100; index++) {
    const other = { albumSlug: 'a'.repeat(80), filename: `${index}.jpg` };
    cache.keep(other, 'thumbnail', { image, changes: 0, accepted: 'jpeg' });
    cache.keep(other, 'medium', { image, changes: 0, accepted: 'jpeg' });
  }
  expect(cache.bytesOf('thumbnail')).toBeLessThanOrEqual(10_000);
  expect(cache.bytesOf('medium')).toBeLessThanOrEqual(2_500);
  expect([cache.sizeOf('thumbnail'), cache.sizeOf('medium')]).toEqual([8, 2]);
});
