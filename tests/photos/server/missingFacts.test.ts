import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { missingFactQueries } from '#server/photos/facts/missingFactQueries.ts';
import { MissingFacts } from '#server/photos/facts/missingFacts.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { FIRST_RELEASE, unpackFirstRelease } from '#support/firstRelease/firstRelease.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

// The first release stored no sizes. Each test begins with a data folder that it wrote.

const ALL = FIRST_RELEASE.photos.length;
let dataDir: string;
let server: TestServer;

beforeEach(async () => {
  dataDir = unpackFirstRelease('data');
  server = await startTestServer({ dataDir });
});
afterEach(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function parts() {
  const { photos, settings, db, leader } = server.dependencies;
  return { ...photos, queries: missingFactQueries(db), dataDir, maxPixels: settings.maxImagePixels, leader };
}

/** A pause takes a turn of the event loop, in which the decoder can become idle. */
function search(pause: () => Promise<unknown> = () => nextTurn()): MissingFacts {
  return new MissingFacts({ ...parts(), pause });
}

async function listed(): Promise<Photo[]> {
  const albums = await server.call('/photos/albums', { key: FIRST_RELEASE.kioskKey });
  const [{ id }]: [{ id: string }] = JSON.parse(JSON.stringify(albums.body));
  const path = `/photos/albums/${id}/photos?includeChildAlbums=true`;
  const photos: Photo[] = JSON.parse(JSON.stringify((await server.call(path, { key: FIRST_RELEASE.kioskKey })).body));
  return photos;
}

const sized = (photos: Photo[]) => photos.filter(({ width = 0, height = 0 }) => width > 0 && height > 0).length;

test('photos of the first release get their size and focus, and lists have it at once', async () => {
  expect(sized(await listed())).toBe(0);
  expect(await search().run()).toBe(ALL);
  const photos = await listed();
  expect(sized(photos)).toBe(ALL);
  expect(photos.filter(({ focus }) => focus)).toHaveLength(ALL);
  // The response equals the one for the same file stored now.
  const { photos: stored, store, decoder } = server.dependencies.photos;
  for await (const page of stored.all()) {
    for (const photo of page) {
      const { original } = (await store.partsOf(photo)).parts;
      const { width, height } = await decoder.head(join(dataDir, original!), 100_000_000);
      expect(photos.find(({ filename }) => filename === photo.filename)).toMatchObject({ width, height });
    }
  }
  expect(await search().run()).toBe(0);
});

test('ended in the middle, it goes on with what is left', async () => {
  let pauses = 0;
  const broken: MissingFacts = search(async () => {
    pauses += 1;
    // One before the first photo, and one for each of two; then the server stops.
    if (pauses > 3) throw new Error('stopped');
  });
  await expect(broken.run()).rejects.toThrow('stopped');
  expect(sized(await listed())).toBe(2);
  expect(await search().run()).toBe(ALL - 2);
  expect(sized(await listed())).toBe(ALL);
});

test('a photo whose files are lost stays as it is, and holds up no other', async () => {
  const [first] = FIRST_RELEASE.photos;
  const { photos, store } = server.dependencies.photos;
  const files = await photos.filesOf(first.albumSlug, first.filename);
  const { original, thumbnail } = (await store.partsOf(files!)).parts;
  rmSync(join(dataDir, original!));
  rmSync(join(dataDir, thumbnail!));
  const before = await listed();
  expect(await search().run()).toBe(ALL - 1);
  const isFirst = ({ filename }: Photo) => filename === first.filename;
  expect((await listed()).find(isFirst)).toEqual(before.find(isFirst));
});

test('waits while pictures are being decoded', async () => {
  let looks = 0;
  const { photos } = server.dependencies;
  const decoder = {
    head: photos.decoder.head.bind(photos.decoder),
    get isIdle() {
      looks += 1;
      return looks > 5;
    },
  };
  const pauses: number[] = [];
  const pause = async (milliseconds: number) => pauses.push(milliseconds);
  const waiting = new MissingFacts({ ...parts(), decoder, pause });
  expect(await waiting.run()).toBe(ALL);
  // A minute after the start, five times while it is busy, and once before each photo.
  expect(pauses).toHaveLength(1 + 5 + ALL);
});
