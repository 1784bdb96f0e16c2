import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Photo } from '#contract/photos/schemas.ts';
import { animatedGif, avif, colourAt, jpeg, png, webp } from '#support/pictures/images.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let client: PhotoClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await PhotoClient.on(server);
});
afterAll(() => server.close());

function stems(photos: Photo[]): string[] {
  return photos.map(({ filename }) => filename.replace(/-.*/, ''));
}

function takenAt(time: string, seed: number, offset?: string): Promise<Buffer> {
  return jpeg({ width: 60, height: 40, takenAt: time, seed, ...(offset ? { offset } : {}) });
}

describe('what is accepted', () => {
  test.each([
    ['JPEG', jpeg],
    ['PNG', png],
    ['WebP', webp],
    ['AVIF', avif],
  ])('%s becomes a medium and a thumbnail, both JPEG', async (_name, make) => {
    const photo = await client.uploadOne('anything.dat', await make({ width: 900, height: 600 }));
    for (const [variant, width, height] of [
      ['medium', 900, 600],
      ['thumbnail', 600, 400],
    ] as const) {
      const metadata = await sharp(await client.imageBytes(photo, variant)).metadata();
      expect(metadata).toMatchObject({ format: 'jpeg', width, height, space: 'srgb' });
    }
  });

  test('of an animated GIF the first frame', async () => {
    const photo = await client.uploadOne('moving.gif', await animatedGif(60, 40));
    const medium = await client.imageBytes(photo, 'medium');
    expect(await sharp(medium).metadata()).toMatchObject({ width: 60, height: 40 });
    expect(await colourAt(medium, { x: 0.5, y: 0.5 })).toBe('red');
  });

  test('several files in one request come back in the order they were sent', async () => {
    const album = await client.createAlbum();
    // The first takes longest, so that it is done last.
    const files = {
      'first.avif': await avif({ width: 1200, height: 900 }),
      'second.png': await png({ seed: 2 }),
      'third.jpg': await jpeg({ seed: 3 }),
    };
    const answer = await client.upload(album.id, files);
    expect(stems(answer.body.photos)).toEqual(['first', 'second', 'third']);
    expect(stems(await client.photos(album.id))).toEqual(['first', 'second', 'third']);
    expect(answer.body).toMatchObject({ duplicates: [], rejected: [] });
    expect(await client.leftovers()).toEqual([]);
  });
});

describe('names', () => {
  test.each([
    ['IMG_0001.JPG', 'IMG_0001'],
    ['Élan à Zürich.jpeg', 'Élan-à-Zürich'],
    ['日本の海.png', '日本の海'],
    ['🏖️ Strand 🏖️.jpg', 'Strand'],
    ['🏖️.jpg', 'photo'],
    ['../../../etc/passwd', 'passwd'],
    ['..\\..\\windows\\system32\\calc.exe', 'calc'],
    ['CON.jpg', 'CON'],
    ['.htaccess', 'photo'],
    ['a"b<c>d|e?.jpg', 'a-b-c-d-e'],
    ['x'.repeat(300), 'x'.repeat(80)],
    [`${'é'.repeat(200)}.jpg`, 'é'.repeat(40)],
  ])('%s is stored as %s and 32 digits', async (sent, stem) => {
    const photo = await client.uploadOne(sent, await png({ width: 20, height: 20 }));
    expect(photo.filename.slice(0, -37)).toBe(stem.normalize('NFC'));
    expect(photo.filename.slice(-37)).toMatch(/^-[0-9a-f]{32}\.jpg$/);
    expect((await client.image(photo, 'thumbnail')).status).toBe(200);
  });
});

describe('the same bytes', () => {
  test('again are the same photo, reported as a duplicate', async () => {
    const album = await client.createAlbum();
    const bytes = await jpeg({ seed: 11 });
    const first = await client.upload(album.id, { 'one.jpg': bytes });
    const second = await client.upload(album.id, { 'two.jpg': bytes });
    expect(second.status).toBe(201);
    expect(second.body).toEqual({ photos: first.body.photos, duplicates: ['two.jpg'], rejected: [] });
    expect(await client.photos(album.id)).toHaveLength(1);
  });

  test('twice in one request are one photo', async () => {
    const album = await client.createAlbum();
    const bytes = await jpeg({ seed: 12 });
    const { body } = await client.upload(album.id, { 'one.jpg': bytes, 'two.jpg': bytes });
    expect(body.photos).toHaveLength(1);
    expect(body.duplicates).toEqual(['two.jpg']);
    expect(await client.photos(album.id)).toEqual(body.photos);
  });

  test('sent ten times at once are one photo', async () => {
    const album = await client.createAlbum();
    const bytes = await jpeg({ seed: 13 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => client.upload(album.id, { [`copy-${index}.jpg`]: bytes })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(answers.filter(({ body }) => body.duplicates.length === 0)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.photos[0]?.filename)).size).toBe(1);
    expect(await client.photos(album.id)).toHaveLength(1);
    expect(await client.leftovers()).toEqual([]);
  });

  test('in another album are another photo with another name', async () => {
    const bytes = await jpeg({ seed: 14 });
    const one = await client.uploadOne('same.jpg', bytes);
    const other = await client.uploadOne('same.jpg', bytes);
    expect(one.filename).not.toBe(other.filename);
  });
});

describe('the order of an album', () => {
  test('is by the time taken, offsets and split seconds considered; without a time last, as uploaded', async () => {
    const album = await client.createAlbum();
    await client.upload(album.id, {
      'd-no-time.png': await png({ width: 30, height: 30, seed: 1 }),
      'e-no-time.png': await png({ width: 30, height: 30, seed: 2 }),
      // 12:00 in Sydney is earlier than 08:00 in New York of the same day.
      'b-new-york.jpg': await takenAt('2024:05:06 08:00:00', 3, '-04:00'),
      'a-sydney.jpg': await takenAt('2024:05:06 12:00:00', 4, '+10:00'),
    });
    await client.upload(album.id, { 'c-later.jpg': await takenAt('2024:05:07 08:00:00', 5, '+00:00') });
    expect(stems(await client.photos(album.id))).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});

test('the library is sound after all of this', async () => {
  expect(await client.isSound()).toBe(true);
  expect(await client.leftovers()).toEqual([]);
});
