import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MoveResponse } from '#contract/curation/schemas.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { CareLibrary, command } from '#support/server/careLibrary.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer } from '#support/server/testServer.ts';

// The files of a moved photo have the name that it had before.

let library: CareLibrary;
let dataDir: string;
beforeAll(async () => {
  library = await CareLibrary.make();
});
afterAll(() => library.remove());
beforeEach(async () => {
  dataDir = await library.copy();
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function onServer<Result>(folder: string, act: (client: PhotoClient) => Promise<Result>): Promise<Result> {
  const server = await startTestServer({ dataDir: folder });
  try {
    return await act(await PhotoClient.on(server));
  } finally {
    await server.close();
  }
}

async function move(
  client: PhotoClient,
  { from, to, photo }: { from: string; to: Album; photo: Photo },
): Promise<Photo> {
  const body = { filenames: [photo.filename], toAlbumId: to.id };
  const moved = await client.call<MoveResponse>(ADMIN_PATHS.movePhotos(from), { method: 'POST', body });
  expect(moved.status).toBe(200);
  return moved.body.photos[0]!;
}

/** Moves the first photo, into a new album. */
function moveOne(folder: string): Promise<{ album: Album; photo: Photo; bytes: Buffer }> {
  return onServer(folder, async (client) => {
    const album = await client.createAlbum();
    const photo = await move(client, { from: library.album.id, to: album, photo: library.photos[0]! });
    return { album, photo, bytes: await client.imageBytes(photo, 'medium') };
  });
}

test('a library with a moved photo is sound, and so are its backup and what is restored from that', async () => {
  const { photo, bytes } = await moveOne(dataDir);
  const home = await mkdtemp(join(tmpdir(), 'circuit-tree-moved-'));
  const [backup, restored] = [join(home, 'backup'), join(home, 'restored')];
  for (const [args, folder] of [
    [['verify'], dataDir],
    [['backup', backup], dataDir],
    [['verify'], backup],
    [['restore', backup], restored],
    [['verify'], restored],
  ] as const) {
    const { code, stderr } = await command([...args], { DATA_DIR: folder });
    expect({ args, code, stderr }).toMatchObject({ code: 0 });
  }
  await onServer(restored, async (client) => {
    expect(await client.imageBytes(photo, 'medium')).toEqual(bytes);
    expect((await client.image(library.photos[0]!, 'medium')).status).toBe(404);
    expect(await client.isSound()).toBe(true);
  });
  await rm(home, { recursive: true, force: true });
});

test('a lost variant of a moved photo is made again by a repair, and lost files by the same picture sent again', async () => {
  const { album, photo, bytes } = await moveOne(dataDir);
  await rm(join(library.photoFolder(dataDir), 'medium.jpg'));
  expect(await command(['verify', '--repair'], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  await onServer(dataDir, async (client) => expect(await client.imageBytes(photo, 'medium')).toEqual(bytes));
  await writeFile(join(library.photoFolder(dataDir), 'original.jpg'), 'altered');
  await onServer(dataDir, async (client) => {
    const { body } = await client.upload(album.id, { 'sent-again.jpg': library.pictures['a.jpg']! });
    expect(body).toMatchObject({ photos: [{ filename: photo.filename }], duplicates: [] });
    expect(await client.photos(album.id)).toHaveLength(1);
    expect(await client.isSound()).toBe(true);
  });
});

test('a photo that an earlier release moved keeps its name until it is moved again', async () => {
  const [photo] = library.photos;
  const album = await onServer(dataDir, (client) => client.createAlbum({ slug: 'moved-before' }));
  const sqlite = new Sqlite(join(dataDir, 'circuit-tree.sqlite'));
  sqlite
    .prepare('update photos set album_id = ?, files_in = ?, version = version + 1 where filename = ?')
    .run(album.id, library.album.id, photo!.filename);
  sqlite.close();
  await onServer(dataDir, async (client) => {
    const there = { ...photo!, albumSlug: 'moved-before' };
    expect((await client.photos(album.id)).map(({ filename }) => filename)).toEqual([photo!.filename]);
    expect((await client.image(there, 'medium')).status).toBe(200);
    expect(await client.isSound()).toBe(true);
    const on = await client.createAlbum();
    const moved = await move(client, { from: album.id, to: on, photo: there });
    expect(moved.filename).not.toBe(there.filename);
    expect((await client.image(there, 'medium')).status).toBe(404);
    expect((await client.image(moved, 'medium')).status).toBe(200);
    await client.upload(library.album.id, { 'a.jpg': library.pictures['a.jpg']! });
    expect((await client.image(photo!, 'medium')).status).toBe(200);
    expect(await client.isSound()).toBe(true);
  });
});
