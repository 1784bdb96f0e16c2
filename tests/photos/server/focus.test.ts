import { setImmediate as nextTurn } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MoveResponse } from '#contract/curation/schemas.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { missingFactQueries } from '#server/photos/facts/missingFactQueries.ts';
import { MissingFacts } from '#server/photos/facts/missingFacts.ts';
import { halves, spot } from '#support/pictures/images.ts';
import { iphoneThumbnail } from '#support/pictures/heicSamples.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let client: PhotoClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await PhotoClient.on(server);
});
afterAll(() => server.close());

/** The edges of a picture of 64 pixels, each of which counts a little more at the height of faces. */
function near(x: number, y: number) {
  return { x: closeTo(x), y: closeTo(y) };
}
const closeTo = (value: number): number => expect.closeTo(value, 1);

async function photoWith(picture: Buffer): Promise<{ album: Album; photo: Photo }> {
  const album = await client.createAlbum();
  const [photo] = (await client.upload(album.id, { 'spot.jpg': picture })).body.photos;
  return { album, photo: photo! };
}

function change(album: Album, { filename }: Photo, body: unknown) {
  return client.call<Photo>(ADMIN_PATHS.photo(album.id, filename), { method: 'PATCH', body });
}

/** The same change, made from the version before the first one. */
function changeFirst(album: Album, { filename }: Photo, body: unknown) {
  return client.call<Photo>(ADMIN_PATHS.photo(album.id, filename), { method: 'PATCH', body, version: 0 });
}

describe('a stored photo has the point that people look at', () => {
  test.each([
    [3_000, 2_000],
    [2_000, 3_000],
    [2_048, 2_048],
    [90, 60],
    [1_200, 400],
  ])('in %i × %i pixels', async (width, height) => {
    for (const [x, y] of [
      [0.8, 0.3],
      [0.2, 0.7],
    ] as const) {
      const { photo } = await photoWith(await spot({ width, height }, { x, y }));
      expect(photo.focus).toEqual(near(x, y));
    }
  });

  test('upright, where EXIF turns it', async () => {
    const picture = await spot({ width: 900, height: 600, orientation: 6 }, { x: 0.8, y: 0.3 });
    expect((await photoWith(picture)).photo.focus).toEqual(near(0.7, 0.8));
  });

  test('also in grey, with transparency and of one pixel', async () => {
    const grey = await sharp(await spot({ width: 300, height: 200 }, { x: 0.8, y: 0.3 }))
      .greyscale()
      .png()
      .toBuffer();
    const clear = await sharp(grey).ensureAlpha(0.5).png().toBuffer();
    const pixel = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    for (const picture of [grey, clear]) expect((await photoWith(picture)).photo.focus).toEqual(near(0.8, 0.3));
    expect((await photoWith(pixel)).photo.focus).toEqual({ x: 0.5, y: 0.5 });
  });

  test('between the faces of a group, each of which stays as near the middle of a cut as the others', async () => {
    const group = await spot({ width: 900, height: 600 }, { x: 0.2, y: 0.3 }, { x: 0.5, y: 0.35 }, { x: 0.8, y: 0.3 });
    expect((await photoWith(group)).photo.focus).toEqual(near(0.5, 0.32));
  });

  test('the middle of a picture without an edge', async () => {
    const plain = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect((await photoWith(plain)).photo.focus).toEqual({ x: 0.5, y: 0.5 });
  });

  test('within the picture, whatever it shows', async () => {
    for (const picture of [await halves(301, 7), await halves(7, 301), iphoneThumbnail()]) {
      const { x = -1, y = -1 } = (await photoWith(picture)).photo.focus ?? {};
      for (const share of [x, y]) expect(share >= 0 && share <= 1).toBe(true);
    }
  });
});

describe('by hand', () => {
  test('it is what somebody chose, until it is as found again', async () => {
    const { album, photo } = await photoWith(await spot({ width: 300, height: 200 }, { x: 0.8, y: 0.3 }));
    const chosen = { x: 0.123, y: 1 };
    const changed = await change(album, photo, { focus: chosen });
    expect(changed.body).toEqual({ ...photo, focus: chosen, version: 1 });
    expect(await client.photos(album.id)).toEqual([changed.body]);
    expect((await client.albums()).find(({ id }) => id === album.id)?.cover).toEqual(changed.body);
    // The response was lost, and the call is made again.
    expect(await changeFirst(album, photo, { focus: chosen })).toMatchObject({ status: 200, body: changed.body });
    expect((await changeFirst(album, photo, { focus: { x: 0.2, y: 0.2 } })).status).toBe(409);
    expect((await change(album, photo, { focus: null })).body.focus).toEqual(photo.focus);
    expect((await changeFirst(album, photo, { focus: null })).body.focus).toEqual(photo.focus);
  });

  test.each([{ x: 1.1, y: 0 }, { x: 0, y: -0.1 }, { x: 0.5 }, 'middle', { x: null, y: 0 }])('not %j', async (focus) => {
    const { album, photo } = await photoWith(await spot({ width: 60, height: 40 }, { x: 0.8, y: 0.3 }));
    expect((await change(album, photo, { focus })).status).toBe(400);
  });

  test('a turned photo turns it, found or chosen', async () => {
    const { album, photo } = await photoWith(await spot({ width: 300, height: 200 }, { x: 0.8, y: 0.3 }));
    const found = (await change(album, photo, { rotate: 90 })).body;
    expect(found.focus).toEqual(near(0.7, 0.8));
    const chosen = (await change(album, found, { focus: { x: 0.1, y: 0.2 } })).body;
    expect(chosen.focus).toEqual({ x: 0.1, y: 0.2 });
    const turned = (await change(album, chosen, { rotate: 180 })).body;
    expect(turned.focus).toEqual({ x: 0.9, y: 0.8 });
    // In one call it is the point of the photo as it is then.
    const both = (await change(album, turned, { rotate: 90, focus: { x: 0.3, y: 0.4 } })).body;
    expect(both.focus).toEqual({ x: 0.3, y: 0.4 });
    expect((await change(album, both, { focus: null })).body.focus).toEqual(photo.focus);
  });

  test.each([true, false])('goes along where the photo is copied (%s) or moved', async (copy) => {
    const { album, photo } = await photoWith(await spot({ width: 300, height: 200 }, { x: 0.8, y: 0.3 }));
    await change(album, photo, { focus: { x: 0.1, y: 0.2 } });
    const to = await client.createAlbum();
    const body = { filenames: [photo.filename], toAlbumId: to.id, copy };
    const moved = await client.call<MoveResponse>(ADMIN_PATHS.movePhotos(album.id), { method: 'POST', body });
    expect(moved.body.photos).toMatchObject([{ focus: { x: 0.1, y: 0.2 } }]);
    expect((await change(to, moved.body.photos[0]!, { focus: null })).body.focus).toEqual(photo.focus);
  });
});

test('photos of before get theirs while the server is idle, turned ones and copies too; a chosen one stays', async () => {
  const { db, photos, leader, settings } = server.dependencies;
  const { album, photo } = await photoWith(await spot({ width: 900, height: 600 }, { x: 0.8, y: 0.3 }));
  const other = await photoWith(await spot({ width: 500, height: 600 }, { x: 0.8, y: 0.3 }));
  await change(album, photo, { rotate: 90 });
  await change(other.album, other.photo, { focus: { x: 0.1, y: 0.2 } });
  const to = await client.createAlbum();
  const filenames = (await client.photos(album.id)).map(({ filename }) => filename);
  const copying = { filenames, toAlbumId: to.id, copy: true };
  await client.call(ADMIN_PATHS.movePhotos(album.id), { method: 'POST', body: copying });
  await db.updateTable('photos').set({ focus_found: null }).execute();
  photos.forgetWhatWasRead();
  const before = await client.photos(album.id);
  expect(before[0]?.focus).toBeUndefined();

  const parts = { ...photos, queries: missingFactQueries(db), maxPixels: settings.maxImagePixels, leader };
  // Not a microtask: the decoder's answer, after which it is idle, needs a turn of the event loop.
  await new MissingFacts({ ...parts, pause: () => nextTurn() }).run();

  // Nobody changed the photo: it has the version that it had.
  expect(await client.photos(album.id)).toEqual([{ ...before[0], focus: near(0.7, 0.8) }]);
  expect((await client.photos(to.id))[0]?.focus).toEqual(near(0.7, 0.8));
  expect((await client.photos(other.album.id))[0]?.focus).toEqual({ x: 0.1, y: 0.2 });
  expect((await change(other.album, other.photo, { focus: null })).body.focus).toEqual(near(0.8, 0.3));
});
