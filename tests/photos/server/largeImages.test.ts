import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { LargeImages } from '#server/photos/webp/largeImages.ts';
import { webpQueries } from '#server/photos/webp/webpQueries.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { LARGE_IMAGE, type PhotoVariant } from '#contract/paths.ts';
import { jpeg } from '#support/pictures/images.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

// The image for a screen of very many pixels, under the address of the medium image.

/** The request of the service worker of such a device. */
const LARGE = `${LARGE_IMAGE.accept},image/webp,*/*;q=0.8`;
const OTHERS = 'image/webp,*/*;q=0.8';

let server: TestServer;
let client: PhotoClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await PhotoClient.on(server);
});
afterAll(() => server.close());

let seed = 60_000;
async function photo(width: number, height: number): Promise<Photo> {
  seed += 1;
  const bytes = await jpeg({ width, height, seed });
  const { body } = await client.upload((await client.createAlbum()).id, { 'p.jpg': bytes });
  return body.photos[0]!;
}

async function image(of: Photo, accept: string, variant: PhotoVariant = 'medium') {
  const response = await client.image(of, variant, { headers: { Accept: accept } });
  const bytes = Buffer.from(await response.arrayBuffer());
  const { headers } = response;
  const { width, height, format } = await sharp(bytes).metadata();
  return {
    width,
    height,
    format,
    type: headers.get('Content-Type'),
    vary: headers.get('Vary'),
    etag: headers.get('ETag'),
  };
}

async function filesOf(of: Photo) {
  return (await server.dependencies.photos.photos.filesOf(of.albumSlug, of.filename))!;
}

const largeOnes = async () => {
  const folder = join(server.dependencies.settings.dataDir, 'photos', 'webp');
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = names.filter((name) => name.endsWith('large.webp'));
  return Promise.all(files.map(async (name) => (await stat(join(folder, name))).size));
};

function countDecodings() {
  return vi.spyOn(server.dependencies.photos.decoder, 'decode').mockClear();
}

describe('an image for a screen of very many pixels', () => {
  test('has as many as such a screen shows, and goes only to whoever asks for it', { tags: ['full'] }, async () => {
    const shown = await photo(4_400, 3_300);
    const decode = countDecodings();
    const usual = await image(shown, OTHERS);
    expect(usual).toMatchObject({ width: 2_048, height: 1_536, type: 'image/jpeg' });
    expect(decode).not.toHaveBeenCalled();

    const large = await image(shown, LARGE);
    expect(large).toMatchObject({ width: 3_840, height: 2_880, format: 'webp', type: 'image/webp', vary: 'Accept' });
    expect(large.etag).not.toBe(usual.etag);
    expect(await image(shown, OTHERS)).toEqual(usual);
    expect(await image(shown, LARGE, 'thumbnail')).toMatchObject({ type: 'image/jpeg' });
  });

  test('is made once, however many ask at the same time, and stays', async () => {
    const shown = await photo(1_800, 2_700);
    const decode = countDecodings();
    const all = await Promise.all(Array.from({ length: 5 }, () => image(shown, LARGE)));
    expect(all.map(({ width, height }) => [width, height])).toEqual(all.map(() => [1_800, 2_700]));
    server.dependencies.photos.images.forget();
    expect(await image(shown, LARGE)).toEqual(all[0]);
    expect(decode).toHaveBeenCalledTimes(1);
    expect(await client.leftovers()).toEqual([]);
  });

  test('is the medium one where the photo has no more pixels, which the server finds out once', async () => {
    const shown = await photo(1_600, 1_200);
    const decode = countDecodings();
    expect(await image(shown, LARGE)).toMatchObject({ width: 1_600, height: 1_200, type: 'image/jpeg' });
    expect(await image(shown, LARGE)).toMatchObject({ width: 1_600, height: 1_200, type: 'image/jpeg' });
    expect(decode).toHaveBeenCalledTimes(1);
    expect(await largeOnes()).toContain(0);
  });

  test('is turned with its photo', { tags: ['full'] }, async () => {
    const shown = await photo(2_600, 1_950);
    const album = (await client.albums()).find(({ slug }) => slug === shown.albumSlug)!;
    const path = `/photos/albums/${album.id}/photos/${shown.filename}`;
    const { body } = await client.ask<Photo>(`PATCH ${path}`, { rotate: 90 });
    expect(await image(body, LARGE)).toMatchObject({ width: 1_950, height: 2_600 });
  });

  test('goes with a photo that is deleted for good', { tags: ['full'] }, async () => {
    const shown = await photo(2_600, 1_950);
    await image(shown, LARGE);
    const before = await largeOnes();
    const album = (await client.albums()).find(({ slug }) => slug === shown.albumSlug)!;
    const { body } = await client.ask<{ ids: string[] }>(`DELETE /photos/albums/${album.id}/photos`, {
      filenames: [shown.filename],
    });
    expect((await client.image(shown, 'medium', { headers: { Accept: LARGE } })).status).toBe(404);
    await client.ask('DELETE /photos/trash', { ids: body.ids });
    await server.dependencies.photos.removal.run();
    expect(await largeOnes()).toHaveLength(before.length - 1);
  });

  test('of an original that cannot be read any more is the medium one', async () => {
    const shown = await photo(2_600, 1_950);
    const { store } = server.dependencies.photos;
    const { original } = (await store.partsOf(await filesOf(shown))).parts;
    await writeFile(join(server.dependencies.settings.dataDir, original!), 'no picture');
    expect(await image(shown, LARGE)).toMatchObject({ width: 2_048, type: 'image/jpeg' });
  });

  test('is left out while the disk is nearly full, and made when there is space', { tags: ['full'] }, async () => {
    const address = await filesOf(await photo(2_600, 1_950));
    const { photos, settings, db } = server.dependencies;
    const withSpace = (share: number) =>
      new LargeImages({
        ...photos,
        copies: photos.webpCopies!,
        queries: webpQueries(db),
        maxPixels: settings.maxImagePixels,
        freeShare: async () => share,
      });
    expect(await withSpace(0.09).read(address)).toBeUndefined();
    const made = await withSpace(0.1).read(address);
    expect(await sharp(made).metadata()).toMatchObject({ width: 2_600, height: 1_950 });
  });
});
