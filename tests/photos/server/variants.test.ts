import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { colourAt, halves, jpeg, png } from '#support/pictures/images.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let client: PhotoClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await PhotoClient.on(server);
});
afterAll(() => server.close());

test('a medium fits 2048 × 2048, a thumbnail has 400 on its short side', async () => {
  const photo = await client.uploadOne('large.jpg', await jpeg({ width: 3000, height: 1500 }));
  expect(await sharp(await client.imageBytes(photo, 'medium')).metadata()).toMatchObject({
    width: 2048,
    height: 1024,
  });
  expect(await sharp(await client.imageBytes(photo, 'thumbnail')).metadata()).toMatchObject({
    width: 800,
    height: 400,
  });
});

test('a small picture is never enlarged', async () => {
  const photo = await client.uploadOne('small.png', await png({ width: 120, height: 80 }));
  for (const variant of ['medium', 'thumbnail'] as const) {
    expect(await sharp(await client.imageBytes(photo, variant)).metadata()).toMatchObject({ width: 120, height: 80 });
  }
});

test.each([
  [1, { x: 0.1, y: 0.5 }],
  [2, { x: 0.9, y: 0.5 }],
  [3, { x: 0.9, y: 0.5 }],
  [6, { x: 0.5, y: 0.1 }],
  [8, { x: 0.5, y: 0.9 }],
])('EXIF orientation %i is turned upright', async (orientation, redAt) => {
  const photo = await client.uploadOne('turned.jpg', await halves(600, 300, orientation));
  const blueAt = { x: 1 - redAt.x, y: 1 - redAt.y };
  for (const variant of ['medium', 'thumbnail'] as const) {
    const image = await client.imageBytes(photo, variant);
    expect(await colourAt(image, redAt), `${variant} red`).toBe('red');
    expect(await colourAt(image, blueAt), `${variant} blue`).toBe('blue');
    expect((await sharp(image).metadata()).orientation).toBeUndefined();
  }
});

test('no place, camera, profile or appended data is left in them', async () => {
  const secret = 'the-house-key-is-under-the-mat';
  const tagged = await jpeg({ gps: true, takenAt: '2024:05:06 07:08:09' });
  expect((await sharp(tagged).metadata()).exif, 'the picture of this test has EXIF').toBeDefined();
  const photo = await client.uploadOne('home.jpg', Buffer.concat([tagged, Buffer.from(secret)]));
  for (const variant of ['medium', 'thumbnail'] as const) {
    const image = await client.imageBytes(photo, variant);
    const metadata = await sharp(image).metadata();
    expect(metadata.exif).toBeUndefined();
    expect(metadata.icc).toBeUndefined();
    expect(metadata.xmp).toBeUndefined();
    expect(image.includes('test camera')).toBe(false);
    expect(image.includes(secret)).toBe(false);
  }
});

test('another colour space comes out as sRGB', async () => {
  const cmyk = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#ff0000' } })
    .toColourspace('cmyk')
    .jpeg()
    .toBuffer();
  expect((await sharp(cmyk).metadata()).space).toBe('cmyk');
  const photo = await client.uploadOne('print.jpg', cmyk);
  expect(await sharp(await client.imageBytes(photo, 'medium')).metadata()).toMatchObject({
    space: 'srgb',
    channels: 3,
  });
});

test('what is transparent becomes white', async () => {
  const glass = { width: 40, height: 40, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } };
  const photo = await client.uploadOne('glass.png', await sharp({ create: glass }).png().toBuffer());
  const { data } = await sharp(await client.imageBytes(photo, 'medium'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
});
