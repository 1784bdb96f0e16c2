import { appendFile, cp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FolderStore } from '#server/photos/store/folderStore.ts';
import type { Beside } from '#server/photos/store/photoStore.ts';
import { verifyLibrary } from '#server/library/verify.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { CareLibrary, command } from '#support/server/careLibrary.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

const ALONE: Beside = { isAlone: true, guard: (_address, work) => work() };

let library: CareLibrary;
let album: Album;
let photo: Photo;

let server: TestServer;
let client: PhotoClient;
let dataDir: string;

beforeAll(async () => {
  library = await CareLibrary.make();
  album = library.album;
  photo = library.photos[0]!;
});
afterAll(() => library.remove());

beforeEach(async () => {
  dataDir = await library.copy();
  server = await startTestServer({ dataDir });
  client = await PhotoClient.on(server);
});
afterEach(async () => {
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
});

function folderOf({ filename }: Photo): string {
  return library.photoFolder(dataDir, { filename, albumSlug: album.slug });
}

describe('verify', () => {
  test('finds nothing in a sound library', async () => {
    const report = await verifyLibrary(server.dependencies.photos);
    expect(report).toEqual({ photos: 2, missing: [], orphaned: [], mismatching: [] });
  });

  test('finds each part that is missing, and each that was changed', async () => {
    for (const part of ['original', 'medium', 'thumbnail']) {
      const file = join(folderOf(photo), `${part}.jpg`);
      const bytes = await readFile(file);
      const named = [`${album.id}/${photo.filename} (${part})`];
      await rm(file);
      expect(await verifyLibrary(server.dependencies.photos)).toEqual({
        photos: 2,
        missing: named,
        orphaned: [],
        mismatching: [],
      });
      await writeFile(file, Buffer.concat([bytes, Buffer.from('x')]));
      expect(await verifyLibrary(server.dependencies.photos)).toMatchObject({
        missing: [],
        orphaned: [],
        mismatching: named,
      });
      await writeFile(file, bytes);
    }
  });

  test('finds files that belong to no row', async () => {
    const stranger = { filename: photo.filename.replace(/^a/, 'stranger'), albumSlug: album.slug };
    await cp(folderOf(photo), folderOf(stranger), { recursive: true });
    const report = await verifyLibrary(server.dependencies.photos);
    expect(report).toMatchObject({
      missing: [],
      orphaned: [`${album.id}/${stranger.filename.replace('.jpg', '')}`],
      mismatching: [],
    });
  });

  test('finds strangers beside albums, photos and parts of photos', async () => {
    const strangers = ['Thumbs.db', `${album.id}/.DS_Store`, `${album.id}/${photo.filename.replace('.jpg', '')}/note`];
    for (const path of strangers) await writeFile(join(dataDir, 'photos', 'library', path), 'x');
    const report = await verifyLibrary(server.dependencies.photos);
    expect(report.orphaned.sort()).toEqual(strangers.sort());
  });
});

const verify = (...options: string[]) => command(['verify', ...options], { DATA_DIR: dataDir });
const failure = (sentence: string) => ({ code: 1, stdout: '', stderr: `${sentence}\n` });

describe('the command verify fails with one sentence', () => {
  test('on a folder that is not there, and makes none', async () => {
    const nowhere = join(dataDir, 'nowhere');
    expect(await command(['verify'], { DATA_DIR: nowhere })).toEqual(failure(`There is no folder ${nowhere}`));
    expect(await readdir(dataDir)).not.toContain('nowhere');
  });

  test('on a folder without a database, and makes none', async () => {
    await server.close();
    await rm(join(dataDir, 'circuit-tree.sqlite'));
    const sentence = `There is no database in ${dataDir}: circuit-tree.sqlite is missing`;
    expect(await verify()).toEqual(failure(sentence));
    expect(await verify()).toEqual(failure(sentence));
  });

  test.each(['cut off', 'overwritten in the middle', 'empty', 'no database at all'])(
    'on a database that is %s',
    async (how) => {
      await server.close();
      const file = join(dataDir, 'circuit-tree.sqlite');
      const bytes = await readFile(file);
      if (how === 'cut off') await truncate(file, bytes.length - 8192);
      if (how === 'overwritten in the middle') await writeFile(file, bytes.fill(7, 20_000, 40_000));
      if (how === 'empty') await writeFile(file, '');
      if (how === 'no database at all') await writeFile(file, 'x'.repeat(9000));
      const { code, stdout, stderr } = await verify();
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^The database \S+ is damaged \(.+\): restore a backup\n$/);
    },
  );

  test('on photos that are not mounted', async () => {
    await rename(join(dataDir, 'photos'), join(dataDir, 'elsewhere'));
    expect(await verify()).toEqual({
      ...failure(`${dataDir}/photos has no photo at all: is its disk mounted?`),
      stdout: 'photos 2, missing 6, orphaned 0, mismatching 0\n',
    });
  });

  test('on a file that was altered, with its name', async () => {
    await appendFile(join(folderOf(photo), 'original.jpg'), 'x');
    expect(await verify()).toEqual({
      ...failure('The library is not whole (files: 1 altered): verify --repair mends what can be mended'),
      stdout: `photos 2, missing 0, orphaned 0, mismatching 1\nmismatching  ${album.id}/${photo.filename} (original)\n`,
    });
  });
});

describe('verify --repair', () => {
  test.each(['medium', 'thumbnail'] as const)('makes a lost or altered %s again from the original', async (variant) => {
    const before = await client.imageBytes(photo, variant);
    const file = join(folderOf(photo), `${variant}.jpg`);
    await (variant === 'medium' ? rm(file) : appendFile(file, 'x'));
    const { code, stdout, stderr } = await verify('--repair');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`\nmade again  ${album.id}/${photo.filename}\n`);
    expect((await verify()).stdout).toBe('photos 2, missing 0, orphaned 0, mismatching 0\n');
    expect(await readFile(file)).toEqual(before);
    expect(await client.leftovers()).toEqual([]);
  });

  test('moves what belongs to no photo out of the library, and loses nothing of it', async () => {
    const folder = join(dataDir, 'photos', 'library');
    await writeFile(join(folder, 'Thumbs.db'), 'x');
    await cp(folderOf(photo), folderOf({ ...photo, filename: photo.filename.replace(/^a/, 'stranger') }), {
      recursive: true,
    });
    expect(await verify('--repair')).toMatchObject({ code: 0, stderr: '' });
    expect((await verify()).code).toBe(0);
    const kept = (await client.storedFiles()).filter((file) => file.startsWith('quarantine'));
    expect(new Set(kept.map((file) => file.split('/').at(-1)))).toEqual(
      new Set(['Thumbs.db', 'medium.jpg', 'original.jpg', 'thumbnail.jpg']),
    );
  });

  test.each(['lost', 'altered'])('names a photo whose original is %s, and leaves its images', async (how) => {
    const file = join(folderOf(photo), 'original.jpg');
    await (how === 'lost' ? rm(file) : writeFile(file, 'something else'));
    const { code, stdout, stderr } = await verify('--repair');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'Files of 1 photo are lost: upload these pictures again, or restore a backup\n',
    });
    expect(stdout).toContain(`\nlost  garden/${photo.filename} (original)\n`);
    expect((await client.image(photo, 'medium')).status).toBe(200);
  });
});

describe('the same picture uploaded again', () => {
  test.each([
    ['its original is gone', ['original']],
    ['its variants are gone', ['medium', 'thumbnail']],
    ['all its files are gone', ['original', 'medium', 'thumbnail']],
  ])('heals the photo when %s', async (_, parts) => {
    for (const part of parts) await rm(join(folderOf(photo), `${part}.jpg`));
    const healed = await client.upload(album.id, { 'a.jpg': library.pictures['a.jpg']! });
    expect(healed).toMatchObject({ status: 201, body: { photos: [{ filename: photo.filename }], duplicates: [] } });
    expect(await verify()).toMatchObject({ code: 0, stdout: 'photos 2, missing 0, orphaned 0, mismatching 0\n' });
    expect((await client.image(photo, 'medium')).status).toBe(200);
    expect(await client.leftovers()).toEqual([]);
    const again = await client.upload(album.id, { 'a.jpg': library.pictures['a.jpg']! });
    expect(again.body).toMatchObject({ duplicates: ['a.jpg'] });
  });

  test('heals a photo with nothing left but its row, altered files too', async () => {
    await rm(folderOf(photo), { recursive: true });
    await appendFile(join(library.photoFolder(dataDir, library.photos[1]), 'original.jpg'), 'x');
    const healed = await client.upload(album.id, library.pictures);
    expect(healed.body).toMatchObject({ photos: library.photos, duplicates: [] });
    expect(await client.isSound()).toBe(true);
  });
});

describe('a photo between its rename and its row', () => {
  const filename = `unfinished-${'0'.repeat(32)}.jpg`;

  /** The leftovers of a server that is killed at this moment. */
  async function beginUpload(): Promise<void> {
    const store = new FolderStore(dataDir);
    const staged = await store.stage();
    for (const file of Object.values(staged.files)) await writeFile(file, 'bytes');
    await staged.keep({ albumId: album.id, filename }, { kind: 'jpeg' });
  }

  test('is no orphan while its server lives', async () => {
    await beginUpload();
    expect(await server.dependencies.photos.store.read({ albumId: album.id, filename }, 'medium')).toBeDefined();
    expect(await verifyLibrary(server.dependencies.photos)).toMatchObject({ orphaned: [] });
  });

  test('the next start removes this photo and no other', async () => {
    await beginUpload();
    const received = await new FolderStore(dataDir).stage();
    await writeFile(received.files.original, 'half a file');
    const { photos } = server.dependencies;
    await photos.store.sweep((address) => photos.photos.has(address), ALONE);
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
    await photos.store.sweep((address) => photos.photos.has(address), ALONE);
    expect(await verifyLibrary(photos)).toEqual({ photos: 2, missing: [], orphaned: [], mismatching: [] });
    expect(await client.leftovers()).toEqual([]);
  });
});
