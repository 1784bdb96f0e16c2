import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { heicFile } from '#support/pictures/heicFile.ts';
import {
  exifOf,
  halvesTile,
  iphoneCutOff,
  iphoneThumbnail,
  tenBits,
  transparent,
} from '#support/pictures/heicSamples.ts';
import { colourAt, jpeg } from '#support/pictures/images.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let client: PhotoClient;
beforeAll(async () => {
  server = await startTestServer({ maxImagePixels: 50_000_000 });
  client = await PhotoClient.on(server);
});
afterAll(() => server.close());

async function taken(takenAt: string): Promise<Buffer> {
  return heicFile(halvesTile(), { exif: await exifOf({ takenAt, orientation: 1 }) });
}

async function mediumOf(file: Buffer): Promise<Buffer> {
  return client.imageBytes(await client.uploadOne('IMG_0001.HEIC', file), 'medium');
}

const UPRIGHT = { red: { x: 0.05, y: 0.5 }, blue: { x: 0.45, y: 0.5 } };
const QUARTER_LEFT = { red: { x: 0.5, y: 0.95 }, blue: { x: 0.5, y: 0.55 } };

describe('a picture as phones write it', () => {
  test('is a photo like any other: both variants without metadata, the original as it was sent', async () => {
    const exif = await exifOf({ takenAt: '2024:05:06 07:08:09', orientation: 1 });
    const file = heicFile(halvesTile(), { columns: 8, rows: 6, exif });
    const photo = await client.uploadOne('IMG_0001.HEIC', file);
    expect(photo.filename).toMatch(/^IMG_0001-[0-9a-f]{32}\.jpg$/);
    for (const [variant, width, height] of [
      ['medium', 1024, 768],
      ['thumbnail', 533, 400],
    ] as const) {
      const metadata = await sharp(await client.imageBytes(photo, variant)).metadata();
      expect(metadata).toMatchObject({ format: 'jpeg', width, height });
      expect([metadata.exif, metadata.icc, metadata.orientation]).toEqual([undefined, undefined, undefined]);
    }
    const original = (await client.storedFiles()).find((name) => name.endsWith('/original.heic')) ?? '';
    const stored = await readFile(join(server.dependencies.settings.dataDir, 'photos', original));
    expect(createHash('sha256').update(stored).digest('hex')).toBe(createHash('sha256').update(file).digest('hex'));
    expect(await client.leftovers()).toEqual([]);
    expect(await client.isSound()).toBe(true);
  });

  test.each([
    ['as it lies', {}, UPRIGHT],
    ['turned by a quarter', { quarterTurns: 1 }, QUARTER_LEFT],
    ['mirrored', { mirror: 1 as const }, { red: { x: 0.45, y: 0.5 }, blue: { x: 0.05, y: 0.5 } }],
  ])('is shown %s, whatever EXIF says beside it', async (_what, turned, { red, blue }) => {
    const exif = await exifOf({ takenAt: '2024:05:06 07:08:09', orientation: 8 });
    const medium = await mediumOf(heicFile(halvesTile(), { columns: 2, rows: 2, exif, ...turned }));
    expect([await colourAt(medium, red), await colourAt(medium, blue)]).toEqual(['red', 'blue']);
  });

  test('is cut to the size of its grid', async () => {
    const medium = await mediumOf(heicFile(halvesTile(), { columns: 3, rows: 2, width: 300, height: 200 }));
    expect(await sharp(medium).metadata()).toMatchObject({ width: 300, height: 200 });
  });

  test('stands in the album by the time in its EXIF', async () => {
    const album = await client.createAlbum();
    await client.upload(album.id, {
      'without.heic': heicFile(halvesTile()),
      'later.heic': await taken('2024:05:06 09:00:00'),
      'earlier.heic': await taken('2024:05:06 08:00:00'),
    });
    const names = (await client.photos(album.id)).map(({ filename }) => filename.replace(/-.*/, ''));
    expect(names).toEqual(['earlier', 'later', 'without']);
  });

  test('may have 10 bits per channel, or transparent parts, which become white', async () => {
    const deep = await mediumOf(tenBits());
    expect([await colourAt(deep, { x: 0.2, y: 0.5 }), await colourAt(deep, { x: 0.8, y: 0.5 })]).toEqual([
      'red',
      'blue',
    ]);
    const { data, info } = await sharp(await mediumOf(transparent()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const right = (64 * info.width + 100) * info.channels;
    expect([...data.subarray(right, right + 3)].every((value) => value > 250)).toBe(true);
  });
});

/** The average distance of the pixels from grey: of their largest from their smallest part. */
async function colourfulness(picture: Buffer): Promise<number> {
  const pixels = await sharp(picture).raw().toBuffer();
  let sum = 0;
  for (let at = 0; at < pixels.length; at += 3) {
    const pixel = pixels.subarray(at, at + 3);
    sum += Math.max(...pixel) - Math.min(...pixel);
  }
  return sum / (pixels.length / 3);
}

/** The moving part, as Android phones append it to the picture. */
const FILM = Buffer.concat([Buffer.from('\0\0\x20\x18mpvd\0\0\0\x18ftypisom', 'latin1'), Buffer.alloc(8200, 7)]);

test.each([
  ['JPEG', 'jpg', () => jpeg({ width: 300, height: 200 })],
  ['HEIC', 'heic', () => heicFile(halvesTile())],
])('of a motion photo in %s the still is taken', async (_what, ending, make) => {
  const photo = await client.uploadOne(`MVIMG_0001.${ending}`, Buffer.concat([await make(), FILM]));
  const medium = await client.imageBytes(photo, 'medium');
  expect(medium.includes('ftypisom')).toBe(false);
  expect((await sharp(medium).metadata()).format).toBe('jpeg');
});

describe('colours of Display P3', () => {
  test('become those of sRGB, whether a profile or numbers name them', async () => {
    const file = iphoneThumbnail();
    expect(await sharp(await mediumOf(file)).metadata()).toMatchObject({ width: 320, height: 240 });
    const profile = file.indexOf('colrprof');
    // The same picture taken for sRGB, in which the same numbers stand for paler colours.
    const without = Buffer.from(file);
    without.write('free', profile);
    const [converted, unconverted] = [await mediumOf(file), await mediumOf(without)];
    expect(await colourfulness(converted)).toBeGreaterThan((await colourfulness(unconverted)) * 1.05);
    const red = heicFile(halvesTile(), { nclx: [12, 13, 6] });
    expect(await colourAt(await mediumOf(red), { x: 0.2, y: 0.5 })).toBe('red');
  });

  test('the decoder ignores an invalid colour profile', async () => {
    const medium = await mediumOf(heicFile(halvesTile(), { icc: Buffer.alloc(500, 'nonsense') }));
    expect(await colourAt(medium, { x: 0.2, y: 0.5 })).toBe('red');
  });
});

const DAMAGED = 'The picture is damaged or incomplete and cannot be read';
const TOO_LARGE = 'The picture is larger than the 50 megapixels that are allowed';

describe('refused with a sentence, and nothing of it stays', () => {
  const whole = heicFile(halvesTile(), { columns: 4, rows: 4 });
  const meta = whole.indexOf('meta') - 4;
  const boxOfAnySize = (size: number) => {
    const spoilt = Buffer.from(whole);
    spoilt.writeUInt32BE(size, meta);
    return spoilt;
  };

  test.each([
    ["an iPhone's photo of which only the beginning came", iphoneCutOff(), DAMAGED],
    ['half a file', whole.subarray(0, whole.length / 2), DAMAGED],
    ['nothing behind the brand', whole.subarray(0, meta), DAMAGED],
    ['noise behind the brand', Buffer.concat([whole.subarray(0, meta), Buffer.alloc(3_000, 7)]), DAMAGED],
    ['a claim of 900 megapixels', heicFile(halvesTile(), { width: 30_000, height: 30_000 }), TOO_LARGE],
    [
      'a grid that claims 900 megapixels',
      heicFile(halvesTile(), { columns: 2, width: 30_000, height: 30_000 }),
      TOO_LARGE,
    ],
    ['a claim beyond all limits', heicFile(halvesTile(), { width: 4e9, height: 4e9 }), TOO_LARGE],
    ['thousands of tiles', heicFile(halvesTile(), { columns: 200, rows: 200, width: 5_000, height: 5_000 }), DAMAGED],
    ['a grid of itself', heicFile(halvesTile(), { columns: 2, gridOf: [1, 1] }), DAMAGED],
    ['tiles that do not exist', heicFile(halvesTile(), { columns: 2, gridOf: [2, 77] }), DAMAGED],
    ['a box smaller than its head', boxOfAnySize(3), DAMAGED],
    ['a box larger than the file', boxOfAnySize(0xfffffff0), DAMAGED],
  ])('%s', async (_what, file, message) => {
    const album = await client.createAlbum();
    const answer = await client.upload(album.id, { 'IMG_0001.HEIC': file });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 422, body: { message } });
    expect(await client.leftovers()).toEqual([]);
  });
});
