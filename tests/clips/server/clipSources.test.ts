import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SourceList } from '#contract/sources/schemas.ts';
import { runCommandLine } from '#server/cli/commandLine.ts';
import { heicMotionPhoto, motionPhoto, olderMotionPhoto, samsungPhoto } from '../support/motionPhotos.ts';
import { CLIP, otherCodec, quickTime, video } from '../support/videos.ts';
import { heicFile } from '#support/pictures/heicFile.ts';
import { halvesTile } from '#support/pictures/heicSamples.ts';
import { jpeg } from '#support/pictures/images.ts';
import { FakeImmich } from '#support/server/fakeImmich.ts';
import type { ImmichVersion } from '#support/server/immichAnswers.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { ALL, expectedOf, sorted, takeoutWithClips } from '../support/takeoutClips.ts';
import { fieldOf, startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let client: PhotoClient;
let token: string;
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'circuit-tree-clips-'));
  server = await startTestServer({ sources: { roots: [root], everyMs: 3_600_000 } });
  client = await PhotoClient.on(server);
  token = (await server.signIn({ permissions: ['admin'] })).token;
});
afterEach(async () => {
  await server.close();
  await rm(root, { recursive: true, force: true });
});

const LONG_AGO = new Date('2020-01-01T00:00:00Z');
const small = (seed: number) => jpeg({ width: 60, height: 40, seed });
const smallOf = async (seed: number, kind: 'jpeg' | 'heic') =>
  kind === 'jpeg' ? small(seed) : heicFile(halvesTile(), { columns: seed, rows: 1 });
const eventually = (what: () => Promise<unknown>) => expect.poll(what, { timeout: 30_000 });

/** Files that have stood still for long. */
async function put(files: Record<string, Buffer>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const file = join(root, 'nas', name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    await utimes(file, LONG_AGO, LONG_AGO);
  }
  server.clock.advance(6_000);
}

async function sourceList(): Promise<SourceList> {
  const { body } = await server.call('/sources', { token });
  return JSON.parse(JSON.stringify(body));
}

async function follow(body: object): Promise<string> {
  const made = await server.call('/sources', { method: 'POST', token, body: { albumId: null, ...body } });
  expect(made).toMatchObject({ status: 201 });
  return fieldOf(made, 'id');
}

async function read(id: string): Promise<void> {
  await server.call(`/sources/${id}/read`, { method: 'POST', token });
}

/** Whether each photo of the only album moves, by the beginning of its name. */
async function moving(): Promise<Record<string, boolean>> {
  const [album] = await client.albums();
  const photos = album ? await client.photos(album.id) : [];
  for (const { clip } of photos) if (clip) expect(clip).toMatchObject(CLIP);
  return Object.fromEntries(photos.map(({ filename, clip }) => [filename.slice(0, -37), clip !== undefined]));
}

async function tenGoodPhotos(): Promise<Record<string, Buffer>> {
  const clip = await video();
  const heic = heicFile(halvesTile(), { columns: 2, rows: 2 });
  return {
    'google.jpg': Buffer.from(motionPhoto(clip, { picture: await small(1) })),
    'older.jpg': Buffer.from(olderMotionPhoto(clip, await small(2))),
    'samsung.jpg': Buffer.from(samsungPhoto(clip, { picture: await small(3) })),
    'motion.heic': Buffer.from(heicMotionPhoto(clip, { picture: heic })),
    'pair.jpg': await small(4),
    'pair.MOV': await quickTime(),
    'sound.jpg': await small(5),
    'sound.mp4': await video({ hasSound: true }),
    'still.jpg': await small(6),
    'other.jpg': await small(7),
    'other.mov': await otherCodec(),
  };
}

const FOUND = {
  google: true,
  older: true,
  samsung: true,
  motion: true,
  pair: true,
  sound: true,
  still: false,
  other: false,
};

describe('a followed folder', () => {
  test('brings motion photos and pairs with their clips, and the still alone of what cannot be shown', async () => {
    await put(await tenGoodPhotos());
    await follow({ kind: 'folder', path: join(root, 'nas') });
    await eventually(moving).toEqual(FOUND);
    await eventually(sourceList).toMatchObject({ sources: [{ state: 'ok', photos: 8, refused: [] }] });
    expect(await client.isSound()).toBe(true);
    expect(await client.leftovers()).toEqual([]);
  });

  test('completes a photo whose video comes later', async () => {
    await put({ 'pair.jpg': await small(1) });
    const id = await follow({ kind: 'folder', path: join(root, 'nas') });
    await eventually(moving).toEqual({ pair: false });
    await put({ 'pair.mov': await quickTime() });
    await read(id);
    await eventually(moving).toEqual({ pair: true });
  });

  test('says where a video by itself belongs', async () => {
    await put({ 'still.jpg': await small(1), 'film.mp4': await video() });
    await follow({ kind: 'folder', path: join(root, 'nas') });
    await eventually(sourceList).toMatchObject({
      sources: [{ refused: [{ file: 'film.mp4', message: expect.stringMatching(/^A video by itself/) }] }],
    });
    await eventually(moving).toEqual({ still: false });
  });
});

test('the command import takes clips, and names the videos that it leaves out', async () => {
  await put({ ...(await tenGoodPhotos()), 'film.mp4': await video() });
  const said: string[] = [];
  await runCommandLine(['import', join(root, 'nas')], {
    settings: () => server.dependencies.settings,
    print: (line) => said.push(line),
    printError: () => undefined,
  });
  expect(await moving()).toEqual(FOUND);
  expect(said.join('\n')).toContain('Videos beside photos that were left out, since they cannot be shown: 1');
  expect(said.join('\n')).toContain('film.mp4: A video by itself');
});

test("the command import takes a Takeout's photos with their clips, by Google's names", async () => {
  await put(Object.fromEntries(await takeoutWithClips(ALL, smallOf)));
  const said: string[] = [];
  await runCommandLine(['import', join(root, 'nas')], {
    settings: () => server.dependencies.settings,
    print: (line) => said.push(line),
    printError: () => undefined,
  });
  const found = (await client.albums()).flatMap(({ childAlbums }) => childAlbums);
  expect(found.map(({ name }) => name)).toEqual(['Photos from 2023']);
  const photos = await client.photos(found[0]?.id ?? '');
  expect(sorted(photos.map(({ takenAt, clip }) => ({ takenAt, seconds: clip?.seconds })))).toEqual(
    sorted(expectedOf(ALL)),
  );
  expect(said.join('\n')).toMatch(/Left out: 1\n\s+\S.*VID_6\.mp4: A video by itself/);
  expect(said.join('\n')).not.toContain('Refused');
  expect(await client.isSound()).toBe(true);
});

describe('an album of Immich', () => {
  let immich: FakeImmich;
  beforeEach(async () => {
    immich = await FakeImmich.start();
  });
  afterEach(() => immich.close());

  test.each<ImmichVersion>(['1.100.0', '3.2.2'])(
    'brings Live Photos and videos with their clips: %s',
    async (version) => {
      immich.version = version;
      immich.videos.set('moving-part', await quickTime());
      immich.videos.set('film', await video({ hasSound: true }));
      immich.videos.set('long', await video({ slower: 60 }));
      immich.assets = [
        { id: 'live', bytes: await small(1), livePhotoVideoId: 'moving-part' },
        { id: 'lost', bytes: await small(2), livePhotoVideoId: 'gone' },
        { id: 'long', bytes: await small(3), type: 'VIDEO', name: 'long.mp4' },
        { id: 'plain', bytes: await small(4) },
      ];
      // Before 1.106 the original and the video of an asset had one address, so this one has no preview of its own.
      if (version !== '1.100.0')
        immich.assets.push({ id: 'film', bytes: await small(5), type: 'VIDEO', name: 'film.mov' });
      await follow({ kind: 'immich', url: immich.url, apiKey: immich.key, immichAlbumId: immich.albumId });
      const film = version === '1.100.0' ? {} : { film: true };
      await eventually(moving).toEqual({ live: true, lost: false, long: false, plain: false, ...film });
      expect(await client.isSound()).toBe(true);
    },
  );
});
