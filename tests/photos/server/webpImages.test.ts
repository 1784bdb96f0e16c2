import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebpMaker } from '#server/photos/webp/webpMaker.ts';
import { webpQueries } from '#server/photos/webp/webpQueries.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import type { PhotoVariant } from '#contract/paths.ts';
import { jpeg, png } from '#support/pictures/images.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

// Images in WebP are made when nothing else is to be done; each test says when that is.

const VARIANTS = ['medium', 'thumbnail'] as const;
/** The Accept header of Chromium's own requests for images. */
const BROWSER = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

let server: TestServer;
let client: PhotoClient;
beforeAll(async () => {
  server = await startTestServer();
  // The server's own begins a minute after its start, in the middle of these tests where the machine is slow.
  await server.dependencies.photos.webpMaker!.close();
  client = await PhotoClient.on(server);
});
afterAll(() => server.close());

type Parts = ConstructorParameters<typeof WebpMaker>[0];

function maker(parts: Partial<Parts> = {}): WebpMaker {
  const { photos, settings, db, leader, now } = server.dependencies;
  return new WebpMaker({
    ...photos,
    copies: photos.webpCopies!,
    queries: webpQueries(db),
    leader,
    now,
    maxPixels: settings.maxImagePixels,
    freeShare: async () => 0.5,
    forgetImages: () => photos.images.forget(),
    pause: () => nextTurn(),
    ...parts,
  });
}

async function photoOf(bytes: Promise<Buffer>, name = 'p.jpg'): Promise<Photo> {
  const { body } = await client.upload((await client.createAlbum()).id, { [name]: await bytes });
  return body.photos[0]!;
}

let seed = 50_000;
function photo(): Promise<Photo> {
  seed += 1;
  return photoOf(jpeg({ width: 1200, height: 900, seed, quality: 95 }));
}

async function image(of: Photo, variant: PhotoVariant, headers: Record<string, string> = { Accept: BROWSER }) {
  const response = await client.image(of, variant, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get('Content-Type');
  return {
    status: response.status,
    type,
    bytes,
    etag: response.headers.get('ETag')!,
    vary: response.headers.get('Vary'),
  };
}

const typesOf = async (of: Photo) => Promise.all(VARIANTS.map(async (variant) => (await image(of, variant)).type));
const copiesOn = async (dataDir: string) =>
  (await readdir(join(dataDir, 'photos', 'webp'), { recursive: true })).filter((name) => name.endsWith('.webp'));

describe('an image in WebP', () => {
  test.each(VARIANTS)('has the address of the %s, and goes to whoever names the format', async (variant) => {
    const shown = await photo();
    const before = await image(shown, variant);
    expect(before).toMatchObject({ status: 200, type: 'image/jpeg', vary: 'Accept' });
    expect(await maker().makeMissing()).toBe(1);

    const after = await image(shown, variant);
    expect(after).toMatchObject({ status: 200, type: 'image/webp', vary: 'Accept' });
    expect(after.bytes.length).toBeLessThan(before.bytes.length);
    const [webp, original] = await Promise.all([sharp(after.bytes).metadata(), sharp(before.bytes).metadata()]);
    expect(webp).toMatchObject({ format: 'webp', width: original.width, height: original.height });
    expect(webp.exif).toBeUndefined();
    for (const accept of ['*/*', 'image/jpeg', 'image/*']) {
      expect((await image(shown, variant, { Accept: accept })).bytes.equals(before.bytes), accept).toBe(true);
    }
    expect(after.etag).not.toBe(before.etag);
    const known = { Accept: BROWSER, 'If-None-Match': after.etag };
    expect((await image(shown, variant, known)).status).toBe(304);
    expect((await image(shown, variant, { ...known, 'If-None-Match': before.etag })).status).toBe(200);
  });

  test('looks like the JPEG', async () => {
    const shown = await photo();
    await maker().makeMissing();
    const [webp, plain] = await Promise.all([image(shown, 'medium'), image(shown, 'medium', { Accept: '*/*' })]);
    const [left, right] = await Promise.all(
      [webp, plain].map(({ bytes }) => sharp(bytes).resize(60, 45, { fit: 'fill' }).removeAlpha().raw().toBuffer()),
    );
    const apart = left!.map((value, at) => Math.abs(value - right![at]!));
    expect(apart.reduce((sum, value) => sum + value, 0) / apart.length).toBeLessThan(4);
  });

  test('is turned with its photo', async () => {
    const shown = await photo();
    const path = `/photos/albums/${(await client.albums()).find(({ slug }) => slug === shown.albumSlug)!.id}`;
    const { body } = await client.ask<Photo>(`PATCH ${path}/photos/${shown.filename}`, { rotate: 90 });
    await maker().makeMissing();
    expect(await typesOf(body)).toEqual(['image/webp', 'image/webp']);
    const turned = await sharp((await image(body, 'medium')).bytes).metadata();
    expect(turned).toMatchObject({ width: 900, height: 1200 });
  });

  test('is not there where it would be no smaller', async () => {
    const shown = await photo();
    const { store } = server.dependencies.photos;
    const withTinyJpegs: Parts['store'] = {
      stage: () => store.stage(),
      partsOf: (address) => store.partsOf(address),
      withFile: (path, work) => store.withFile(path, work),
      read: async () => Buffer.alloc(1),
    };
    await maker({ store: withTinyJpegs }).makeMissing();
    expect(await typesOf(shown)).toEqual(['image/jpeg', 'image/jpeg']);
    expect(await maker().makeMissing()).toBe(0);
    expect(await typesOf(shown)).toEqual(['image/jpeg', 'image/jpeg']);
  });

  test('goes with a photo that is deleted for good', async () => {
    const shown = await photo();
    await maker().makeMissing();
    const { dataDir } = server.dependencies.settings;
    const before = await copiesOn(dataDir);
    const album = (await client.albums()).find(({ slug }) => slug === shown.albumSlug)!;
    const path = `/photos/albums/${album.id}/photos`;
    const { body } = await client.ask<{ ids: string[] }>(`DELETE ${path}`, { filenames: [shown.filename] });
    expect(await image(shown, 'medium')).toMatchObject({ status: 404 });
    await client.ask('DELETE /photos/trash', { ids: body.ids });
    await server.dependencies.photos.removal.run();
    expect(await copiesOn(dataDir)).toHaveLength(before.length - VARIANTS.length);
  });
});

describe('making them', () => {
  test('is done once for each photo, and for those that came later', async () => {
    const first = maker();
    await first.makeMissing();
    expect(await first.makeMissing()).toBe(0);
    const shown = await photo();
    expect(await first.makeMissing()).toBe(1);
    expect(await typesOf(shown)).toEqual(['image/webp', 'image/webp']);
    expect(await maker().makeMissing()).toBe(0);
  });

  test('waits while pictures are being decoded, and rests after each', async () => {
    await maker().makeMissing();
    await photo();
    let looks = 0;
    const { decoder } = server.dependencies.photos;
    const busy = {
      decode: decoder.decode.bind(decoder),
      get isIdle() {
        looks += 1;
        return looks > 3;
      },
    };
    const pauses: number[] = [];
    await maker({ decoder: busy, pause: async (milliseconds) => pauses.push(milliseconds) }).makeMissing();
    expect(pauses).toHaveLength(3 + 1);
    expect(pauses.slice(0, 3)).toEqual([1_000, 1_000, 1_000]);
  });

  test('leaves a disk alone that is nearly full, and another server’s work', async () => {
    const shown = await photo();
    expect(await maker({ freeShare: async () => 0.09 }).makeMissing()).toBe(0);
    expect(await maker({ leader: { isHere: () => false } }).makeMissing()).toBe(0);
    expect(await typesOf(shown)).toEqual(['image/jpeg', 'image/jpeg']);
    expect(await maker().makeMissing()).toBe(1);
  });

  test('gives up a picture that cannot be read, and goes on with the next', async () => {
    const [broken, whole] = [await photo(), await photo()];
    const { dataDir } = server.dependencies.settings;
    const { photos, store } = server.dependencies.photos;
    const files = await photos.filesOf(broken.albumSlug, broken.filename);
    const { original } = (await store.partsOf(files!)).parts;
    await writeFile(join(dataDir, original!), 'no picture');
    expect(await maker().makeMissing()).toBe(1);
    expect(await typesOf(whole)).toEqual(['image/webp', 'image/webp']);
    expect(await typesOf(broken)).toEqual(['image/jpeg', 'image/jpeg']);
  });

  test('leaves nothing half made behind, and the library sound', async () => {
    await photo();
    await maker().makeMissing();
    expect(await client.leftovers()).toEqual([]);
    const damaged = await photoOf(png({ width: 300, height: 200, seed: 51_000 }), 'q.png');
    const { decoder } = server.dependencies.photos;
    const failing = {
      isIdle: true,
      decode: async () => {
        throw new Error('the power went');
      },
    };
    await expect(maker({ decoder: failing }).makeMissing()).rejects.toThrow('the power went');
    expect(await client.leftovers()).toEqual([]);
    expect(await typesOf(damaged)).toEqual(['image/jpeg', 'image/jpeg']);
    expect(decoder.isIdle).toBe(true);
  });
});

test('with WEBP=off none is made, and none is served', async () => {
  const without = await startTestServer({ makesWebp: false });
  expect(without.dependencies.photos.webpMaker).toBeUndefined();
  expect(without.dependencies.photos.webpCopies).toBeUndefined();
  await without.close();
});
