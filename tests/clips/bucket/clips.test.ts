import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS } from '#contract/paths.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { bucketAt } from '#server/peers/bucket/openBucket.ts';
import { clipBytes, clipOf, photoWith, withClip } from '../support/clipUploads.ts';
import { CLIP, video } from '../support/videos.ts';
import { jpeg } from '#support/pictures/images.ts';
import { command } from '#support/server/careLibrary.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { bucketUrl } from '#support/server/testBucket.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

// Clips in a real bucket, by the server's door and the operator's commands.

const SOUND = 'photos 1, missing 0, orphaned 0, mismatching 0\n';

async function clipsIn(url: string): Promise<string[]> {
  const found: string[] = [];
  for await (const key of bucketAt(url).keys('photos/library/')) if (key.endsWith('/beside-clip.mp4')) found.push(key);
  return found;
}

describe('a library in a bucket', () => {
  const url = bucketUrl();
  let dataDir: string;
  let server: TestServer;
  let client: PhotoClient;
  let albumId: string;
  let photo: Photo;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'circuit-tree-bucket-'));
    server = await startTestServer({ dataDir, photosUrl: url });
    client = await PhotoClient.on(server);
  });
  afterAll(async () => {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  beforeEach(async () => {
    ({ albumId, photo } = await photoWith(client, await video()));
    return deleteAll;
  });

  async function deleteAll(): Promise<void> {
    const filenames = (await client.photos(albumId)).map(({ filename }) => filename);
    await client.ask(`DELETE ${API_PATHS.albumPhotos(albumId)}`, { filenames });
    await client.ask(`DELETE ${ADMIN_PATHS.trash}`);
    await server.dependencies.photos.removal.run();
  }

  test.each([
    ['bytes=10-19', 10, 20],
    ['bytes=-7', -7, undefined],
    ['bytes=1000-', 1000, undefined],
  ])('sends the part %s of a clip', async (Range, start, end) => {
    const whole = await clipBytes(client, photo);
    expect(whole).toHaveLength(photo.clip?.bytes ?? 0);
    const response = await clipOf(client, photo, { Range });
    expect(response.status).toBe(206);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(whole.subarray(start, end));
  });

  test('has no byte of a photo that is deleted', async () => {
    expect(await clipsIn(url)).toHaveLength(1);
    await deleteAll();
    const left: string[] = [];
    for await (const key of bucketAt(url).keys('photos/library/')) left.push(key);
    expect(left).toEqual([]);
    expect((await clipOf(client, photo)).status).toBe(404);
  });

  test.each<[string, (key: string) => Promise<unknown>, RegExp]>([
    [
      'altered',
      (key) => bucketAt(url).putText(key, 'no video'),
      /mismatching 1\nmismatching {2}\S+ \(beside-clip\.mp4\)\n/,
    ],
    ['lost', (key) => bucketAt(url).delete(key), /missing 1,.*\nmissing {2}\S+ \(beside-clip\.mp4\)\n/],
  ])('names a clip that is %s, and mends it when it is sent again', async (_how, harm, named) => {
    const env = { DATA_DIR: dataDir, S3_URL: url };
    const [key = ''] = await clipsIn(url);
    await harm(key);
    const repaired = await command(['verify', '--repair'], env);
    expect(repaired.stdout).toMatch(named);
    expect(repaired.stdout).toMatch(/\nlost {2}\S+ \(beside-clip\.mp4\)\n/);
    const { body } = await client.send(albumId, withClip(await jpeg(), await video()));
    expect(body.photos).toMatchObject([{ clip: CLIP }]);
    expect(await command(['verify'], env)).toMatchObject({ code: 0, stdout: SOUND });
  });
});

test('a library is moved to a bucket and back with its clips', async () => {
  const url = bucketUrl();
  const dataDir = await mkdtemp(join(tmpdir(), 'circuit-tree-bucket-'));
  const env = { DATA_DIR: dataDir };
  const inFolder = await startTestServer({ dataDir });
  const client = await PhotoClient.on(inFolder);
  const { photo } = await photoWith(client, await video());
  const clip = await clipBytes(client, photo);
  await inFolder.close();
  expect(await command(['move', '--to', url], env)).toMatchObject({ code: 0 });
  await rm(join(dataDir, 'photos', 'library'), { recursive: true });
  expect(await clipsIn(url)).toHaveLength(1);
  const inBucket = await startTestServer({ dataDir, photosUrl: url });
  expect(await clipBytes(await PhotoClient.on(inBucket), photo)).toEqual(clip);
  await inBucket.close();
  expect(await command(['move', '--to', 'folder'], { ...env, S3_URL: url })).toMatchObject({ code: 0 });
  expect(await command(['verify'], env)).toMatchObject({ code: 0, stdout: SOUND });
  await rm(dataDir, { recursive: true, force: true });
});
