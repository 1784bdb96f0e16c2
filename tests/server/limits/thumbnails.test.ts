import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Photo } from '../../../src/contract/entities.ts';
import { imagePath } from '../../../src/contract/paths.ts';
import { ThumbnailCache } from '../../../server/photos/serve/thumbnailCache.ts';
import { jpeg } from '../../support/pictures/images.ts';
import { PhotoClient } from '../../support/server/photoClient.ts';
import { startTestServer, type TestServer } from '../../support/server/testServer.ts';

const thumbnail = { bytes: Buffer.alloc(1_000), etag: '"x"', head: ['ETag', '"x"'] };

let server: TestServer;
let photo: Photo;
beforeAll(async () => {
  server = await startTestServer();
  photo = await (await PhotoClient.on(server)).uploadOne('a b.jpg', await jpeg({ seed: 1 }));
});
afterAll(() => server.close());

test('one photo takes one place, under whatever query or spelling it is asked for', async () => {
  const { thumbnails } = server.dependencies.photos;
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
  expect(thumbnails.size).toBe(1);
  expect(thumbnails.bytes).toBeLessThan(100_000);
});

test('all of them have an end, their addresses counted in', () => {
  const cache = new ThumbnailCache({ current: () => 0 }, 10_000);
  for (let index = 0; index < 100; index++)
    cache.keep({ albumSlug: 'a'.repeat(80), filename: `${index}.jpg` }, thumbnail, 0);
  expect(cache.bytes).toBeLessThanOrEqual(10_000);
  expect(cache.size).toBe(8);
});
