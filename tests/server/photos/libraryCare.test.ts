import { appendFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { backUp } from '../../../server/photos/maintenance/backup.ts';
import { FolderStore } from '../../../server/photos/store/folderStore.ts';
import { verifyLibrary } from '../../../server/photos/maintenance/verify.ts';
import type { Album, Photo } from '../../../src/contract/entities.ts';
import { jpeg } from '../../support/pictures/images.ts';
import { PhotoClient } from '../../support/server/photoClient.ts';
import { startTestServer, type TestServer } from '../../support/server/testServer.ts';

/** A data folder with an album of two photos, as its server left it; each test works on a copy. */
let library: string;
let album: Album;
let photo: Photo;

let server: TestServer;
let client: PhotoClient;
let dataDir: string;

beforeAll(async () => {
  library = await mkdtemp(join(tmpdir(), 'circuit-tree-library-'));
  const first = await startTestServer({ dataDir: library });
  const uploader = await PhotoClient.on(first);
  album = await uploader.createAlbum();
  const files = { 'a.jpg': await jpeg({ seed: 1 }), 'b.jpg': await jpeg({ seed: 2 }) };
  photo = (await uploader.upload(album.id, files)).body.photos[0]!;
  await first.close();
});
afterAll(() => rm(library, { recursive: true, force: true }));

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'circuit-tree-care-'));
  await cp(library, dataDir, { recursive: true, preserveTimestamps: true });
  server = await startTestServer({ dataDir });
  client = await PhotoClient.on(server);
});
afterEach(async () => {
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
});

function folderOf({ filename }: Photo): string {
  return join(dataDir, 'photos', 'library', album.id, filename.replace('.jpg', ''));
}

function backupSource() {
  const { photos, backupDatabase } = server.dependencies;
  return { store: photos.store, backupDatabase };
}

describe('verify', () => {
  test('finds nothing in a sound library', async () => {
    const report = await verifyLibrary(server.dependencies.photos);
    expect(report).toEqual({ photos: 2, missing: [], orphaned: [], mismatching: [] });
  });

  test.each(['original', 'medium', 'thumbnail'])('finds a missing %s', async (part) => {
    await rm(join(folderOf(photo), `${part}.jpg`));
    const report = await verifyLibrary(server.dependencies.photos);
    expect(report).toEqual({
      photos: 2,
      missing: [`${album.id}/${photo.filename} (${part})`],
      orphaned: [],
      mismatching: [],
    });
  });

  test.each(['original', 'medium', 'thumbnail'])('finds a changed %s', async (part) => {
    await appendFile(join(folderOf(photo), `${part}.jpg`), 'x');
    const report = await verifyLibrary(server.dependencies.photos);
    expect(report).toMatchObject({
      missing: [],
      orphaned: [],
      mismatching: [`${album.id}/${photo.filename} (${part})`],
    });
  });

  test('finds files that belong to no row', async () => {
    const stranger = { filename: photo.filename.replace(/^a/, 'stranger'), albumSlug: album.slug };
    await cp(folderOf(photo), folderOf(stranger), { recursive: true });
    const report = await verifyLibrary(server.dependencies.photos);
    expect(report).toMatchObject({ missing: [], orphaned: [`${album.id}/${stranger.filename}`], mismatching: [] });
  });
});

describe('a photo between its rename and its row', () => {
  const filename = `unfinished-${'0'.repeat(32)}.jpg`;

  /** What a server leaves behind that dies at this moment. */
  async function beginUpload(): Promise<void> {
    const store = new FolderStore(dataDir);
    const staged = await store.stage();
    for (const file of Object.values(staged.files)) await writeFile(file, 'bytes');
    await staged.keep({ albumId: album.id, filename }, 'jpeg');
  }

  test('is no orphan while its server lives', async () => {
    await beginUpload();
    expect(await server.dependencies.photos.store.read({ albumId: album.id, filename }, 'medium')).toBeDefined();
    expect(await verifyLibrary(server.dependencies.photos)).toMatchObject({ orphaned: [] });
  });

  test('is taken back at the next start, and only it', async () => {
    await beginUpload();
    const received = await new FolderStore(dataDir).stage();
    await writeFile(received.files.original, 'half a file');
    const { photos } = server.dependencies;
    await photos.store.sweep((address) => photos.photos.has(address));
    expect(await verifyLibrary(photos)).toEqual({ photos: 2, missing: [], orphaned: [], mismatching: [] });
    expect(await client.leftovers()).toEqual([]);
    expect((await client.image(photo, 'medium')).status).toBe(200);
  });

  test('whose row was committed in the last moment stays', async () => {
    await writeFile(
      join(dataDir, 'photos', 'incoming', `${album.id}~${photo.filename.replace('.jpg', '')}.pending`),
      '',
    );
    const { photos } = server.dependencies;
    await photos.store.sweep((address) => photos.photos.has(address));
    expect(await verifyLibrary(photos)).toEqual({ photos: 2, missing: [], orphaned: [], mismatching: [] });
    expect(await client.leftovers()).toEqual([]);
  });
});

describe('backup', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'circuit-tree-backup-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('made while photos come in starts as a server of its own, sound, with all that was acknowledged', async () => {
    const target = join(folder, 'new', 'folder');
    const uploading = (async () => {
      for (let seed = 10; seed < 30; seed += 1) {
        await client.upload(album.id, { 'more.jpg': await jpeg({ width: 80, height: 60, seed }) });
      }
    })();
    const report = await backUp(backupSource(), target);
    await uploading;
    expect(report.missing).toBe(0);

    const restored = await startTestServer({ dataDir: target });
    try {
      const found = await verifyLibrary(restored.dependencies.photos);
      expect(found).toEqual({ photos: report.photos, missing: [], orphaned: [], mismatching: [] });
      expect(found.photos).toBeGreaterThanOrEqual(2);
      const visitor = await PhotoClient.on(restored);
      expect((await visitor.photos(album.id)).map(({ filename }) => filename)).toContain(photo.filename);
      expect(await visitor.imageBytes(photo, 'medium')).toEqual(await client.imageBytes(photo, 'medium'));
    } finally {
      await restored.close();
    }
  });

  test('into a folder with anything in it is refused', async () => {
    await mkdir(join(folder, 'something'));
    await expect(backUp(backupSource(), folder)).rejects.toThrow(
      `The folder ${folder} is not empty: a backup needs a new or an empty one`,
    );
  });
});
