import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyLibrary } from '#server/library/verify.ts';
import type { MoveResponse } from '#contract/curation/schemas.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { jpeg } from '#support/pictures/images.ts';
import { runServer } from '#support/server/launch.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startRelay } from '../support/relay.ts';
import { bucketUrl } from '#support/server/testBucket.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

// The real server with its photos in a real bucket, through its HTTP door.

const url = bucketUrl();
const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
const KEYS = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };
let dataDir: string;
let server: TestServer;
let client: PhotoClient;
let albumId: string;
let photo: Photo;
let picture: Buffer;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'circuit-tree-bucket-'));
  server = await startTestServer({ dataDir, photosUrl: url });
  client = await PhotoClient.on(server);
  albumId = (await client.createAlbum({ slug: 'far-away' })).id;
  picture = await jpeg({ width: 900, height: 700 });
  const { status, body } = await client.upload(albumId, { 'Élan 日本.jpg': picture });
  expect(status).toBe(201);
  photo = body.photos[0]!;
});
afterAll(async () => {
  const { store } = server.dependencies.photos;
  for await (const { address } of store.list()) if (address) await store.remove(address);
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('nothing of a photo stays on the machine, and what is in the bucket is whole', async () => {
  expect(await readdir(join(dataDir, 'photos', 'incoming'))).toEqual([]);
  await expect(readdir(join(dataDir, 'photos', 'library'))).rejects.toThrow('ENOENT');
  const report = await verifyLibrary(server.dependencies.photos);
  expect(report).toEqual({ photos: 1, missing: [], orphaned: [], mismatching: [] });
});

test.each(['medium', 'thumbnail'] as const)('a %s is sent with the headers that it always has', async (variant) => {
  const bytes = await client.imageBytes(photo, variant);
  expect([...bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
  const { headers } = await client.image(photo, variant, { method: 'HEAD' });
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': String(bytes.length),
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
  });
  const known = { headers: { 'If-None-Match': headers.get('ETag') ?? '' } };
  expect((await client.image(photo, variant, known)).status).toBe(304);
});

test('the same picture again is known, a turned one has new files, and the original is as it was', async () => {
  const again = await client.upload(albumId, { 'again.jpg': picture });
  expect(again).toMatchObject({ status: 201, body: { duplicates: ['again.jpg'] } });
  const path = (name: string) => `/photos/albums/${albumId}/photos/${encodeURIComponent(name)}`;
  const other = await client.upload(albumId, { 'b.jpg': await jpeg({ width: 80, height: 40, seed: 7 }) });
  const { filename } = other.body.photos[0]!;
  const turned = await client.call<Photo>(path(filename), { method: 'PATCH', body: { rotate: 90 }, version: 0 });
  expect(turned.status).toBe(200);
  expect((await client.image(turned.body, 'medium')).status).toBe(200);
  const original = await fetch(`${server.origin}${path(photo.filename)}/original`, { headers: client.headers });
  expect(Buffer.from(await original.arrayBuffer()).equals(picture)).toBe(true);
});

test('a moved photo has other digits, its objects stay where they are, and what they hold is whole', async () => {
  const to = await client.createAlbum({ slug: 'further-away' });
  const move = { filenames: [photo.filename], toAlbumId: to.id };
  const path = ADMIN_PATHS.movePhotos(albumId);
  const { status, body } = await client.call<MoveResponse>(path, { method: 'POST', body: move });
  expect(status).toBe(200);
  const [moved] = body.photos;
  expect(moved!.filename).not.toBe(photo.filename);
  expect((await client.image(photo, 'medium')).status).toBe(404);
  expect((await client.image({ ...photo, albumSlug: to.slug }, 'medium')).status).toBe(404);
  expect((await client.image(moved!, 'medium')).status).toBe(200);
  expect(await verifyLibrary(server.dependencies.photos)).toMatchObject({ missing: [], orphaned: [], mismatching: [] });
});

test('while the store is away it is said in a sentence, and nothing is left behind', async () => {
  const address = new URL(bucketUrl());
  const endpoint = new URL(address.searchParams.get('endpoint') ?? '');
  const relay = await startRelay(Number(endpoint.port));
  endpoint.port = String(relay.port);
  address.searchParams.set('endpoint', endpoint.origin);
  const beside = await startTestServer({ photosUrl: address.href });
  try {
    const person = await PhotoClient.on(beside);
    const album = await person.createAlbum({ slug: 'cut-off' });
    const shown = (await person.upload(album.id, { 'a.jpg': picture })).body.photos[0]!;
    relay.cut();
    const refused = await person.upload(album.id, { 'b.jpg': await jpeg({ width: 90, height: 70, seed: 3 }) });
    expect(refused.status).toBe(503);
    expect(JSON.stringify((await beside.call('/health/ready')).body)).toContain('store-not-writable');
    expect(refused.body.message).toMatch(/cannot reach its pictures .*nothing of this photo was stored/);
    const image = await person.image(shown, 'medium');
    expect(image.status).toBe(503);
    expect(await image.json()).toEqual({ message: expect.stringContaining('cannot reach its pictures') });
    expect(await person.photos(album.id)).toHaveLength(1);
    relay.mend();
    expect((await person.image(shown, 'medium')).status).toBe(200);
    expect((await person.upload(album.id, { 'b.jpg': await jpeg({ width: 90, height: 70, seed: 3 }) })).status).toBe(
      201,
    );
    expect(await verifyLibrary(beside.dependencies.photos)).toMatchObject({ photos: 2, orphaned: [], missing: [] });
  } finally {
    await beside.close();
    await relay.close();
  }
});

test.each([
  ['wrong keys', { S3_URL: url, AWS_SECRET_ACCESS_KEY: 'wrong' }, /^S3_URL: .* refuses the keys of AWS_ACCESS_KEY_ID/],
  ['another bucket', { S3_URL: url.replace('s3://', 's3://no-') }, /^S3_URL: .* has no bucket no-/],
  [
    'a store that is not there',
    { S3_URL: 's3://b-bb?endpoint=http://127.0.0.1:1' },
    /^S3_URL: the bucket b-bb of .* cannot be used/,
  ],
  ['another library', { S3_URL: url }, /^S3_URL: .* holds the pictures of another library/],
  ['no address', { S3_URL: 's3:/b' }, /^S3_URL must be an address such as/],
])('a start with %s says so in one line', async (_what, variables, sentence) => {
  const folder = await mkdtemp(join(tmpdir(), 'circuit-tree-bucket-'));
  const { code, stderr } = await runServer({ DATA_DIR: folder, ...KEYS, ...variables });
  await rm(folder, { recursive: true, force: true });
  expect(stderr).toMatch(sentence);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
});
