import { mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Source, SourceList } from '#contract/sources/schemas.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { jpeg, truncatedJpeg } from '#support/pictures/images.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { upgradeEarlierSources } from '#support/server/earlierSources.ts';
import { fieldOf, startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let client: PhotoClient;
let token: string;
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'circuit-tree-source-'));
  await start();
});
afterEach(async () => {
  await server.close();
  await rm(root, { recursive: true, force: true });
});

/** A server that may follow the folders of this test. */
async function start(settings: Parameters<typeof startTestServer>[0] = {}): Promise<void> {
  server = await startTestServer({ sources: { roots: [root], everyMs: 3_600_000 }, ...settings });
  client = await PhotoClient.on(server);
  token = (await server.signIn({ permissions: ['admin'] })).token;
}

/** Another server, by default with the same folders. */
async function startAgain(settings: Parameters<typeof startTestServer>[0]): Promise<void> {
  await server.close();
  await start(settings);
}

const small = (seed: number) => jpeg({ width: 60, height: 40, seed });
const LONG_AGO = new Date('2020-01-01T00:00:00Z');

/** A file that has stood still for long: its times are in the past, as a copy that keeps times leaves them. */
async function put(name: string, content: Buffer): Promise<void> {
  const file = join(root, 'nas', name);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, content);
  await utimes(file, LONG_AGO, LONG_AGO);
}

async function follow(fields: object = {}) {
  const body = { kind: 'folder', path: join(root, 'nas'), albumId: null, ...fields };
  return server.call('/sources', { method: 'POST', token, body });
}

async function sources(): Promise<Source[]> {
  const { body } = await server.call('/sources', { token });
  const list: SourceList = JSON.parse(JSON.stringify(body));
  return list.sources;
}

async function tree(albums: Album[], indent = ''): Promise<string[]> {
  const lines: string[] = [];
  for (const album of albums) {
    lines.push(`${indent}${album.name}: ${(await client.photos(album.id)).length}`);
    lines.push(...(await tree(album.childAlbums, `${indent}  `)));
  }
  return lines;
}
const shown = async () => tree(await client.albums());

/** Time goes on, so that what was written just now has stood still, and the source is read. */
async function readLater(id: string) {
  server.clock.advance(6_000);
  expect((await server.call(`/sources/${id}/read`, { method: 'POST', token })).status).toBe(202);
}

const renameAlbum = (albumId: string, name: string) =>
  server.call(`/photos/albums/${albumId}`, { method: 'PATCH', token, body: { name } });

const eventually = (what: () => Promise<unknown>) => expect.poll(what, { timeout: 20_000 });

test('folders become albums, new files come by themselves, and what vanishes deletes nothing', async () => {
  await put('2023/Nice/1.jpg', await small(1));
  await put('2023/2.jpg', await small(2));
  await put('loose.jpg', await small(3));
  const made = await follow({ name: 'NAS' });
  expect(made.status).toBe(201);
  const id = fieldOf(made, 'id');
  await eventually(shown).toEqual([]);
  await readLater(id);
  await eventually(shown).toEqual(['NAS: 1', '  2023: 1', '    Nice: 1']);
  await eventually(sources).toMatchObject([{ state: 'ok', photos: 3, lastReadAt: expect.any(String), refused: [] }]);

  // Noticed by the system's events, taken when it stands still.
  await put('2023/Nice/4.jpg', await small(4));
  server.clock.advance(6_000);
  await eventually(async () => (await shown())[2]).toBe('    Nice: 2');

  await rm(join(root, 'nas/2023/Nice/1.jpg'));
  await rename(join(root, 'nas/2023/2.jpg'), join(root, 'nas/2023/renamed.jpg'));
  await readLater(id);
  await eventually(async () => (await sources())[0]?.photos).toBe(5);
  expect(await shown()).toEqual(['NAS: 1', '  2023: 1', '    Nice: 2']);
  expect(await client.isSound()).toBe(true);
}, 60_000);

test('a photo that was deleted here does not come back, a broken one is named, and becomes a photo once it is whole', async () => {
  await put('a/1.jpg', await small(11));
  await put('a/half.jpg', await truncatedJpeg());
  await put('a/notes.txt', Buffer.from('no picture'));
  const id = fieldOf(await follow(), 'id');
  await readLater(id);
  await eventually(async () => (await sources())[0]?.refused).toEqual([
    { file: 'a/half.jpg', message: 'The picture is damaged or incomplete and cannot be read' },
    { file: 'a/notes.txt', message: expect.stringMatching(/not an image/) },
  ]);
  await eventually(shown).toEqual(['a: 1']);
  const [album] = await client.albums();
  const [photo] = await client.photos(album!.id);
  await client.ask(`DELETE /photos/albums/${album!.id}/photos`, { filenames: [photo!.filename] });
  expect(await shown()).toEqual(['a: 0']);
  await put('a/half.jpg', await small(12));
  await readLater(id);
  await eventually(shown).toEqual(['a: 1']);
  await eventually(async () => (await sources())[0]?.refused.length).toBe(1);
  // The name under which a file was only copied goes with it, and the photos stay.
  await rm(join(root, 'nas/a/notes.txt'));
  await rm(join(root, 'nas/a/half.jpg'));
  await readLater(id);
  await eventually(async () => (await sources())[0]).toMatchObject({ refused: [], photos: 2 });
}, 60_000);

test('a source without its disk is away, and goes on when it is back', async () => {
  await put('a/1.jpg', await small(21));
  const id = fieldOf(await follow(), 'id');
  await readLater(id);
  await eventually(shown).toEqual(['a: 1']);
  await rename(join(root, 'nas'), join(root, 'unplugged'));
  await readLater(id);
  await eventually(async () => (await sources())[0]?.state).toBe('away');
  await mkdir(join(root, 'nas'));
  await readLater(id);
  await eventually(async () => (await sources())[0]?.message).toMatch(/empty: perhaps its disk is not mounted/);
  expect(await shown()).toEqual(['a: 1']);
  await rm(join(root, 'nas'), { recursive: true });
  await rename(join(root, 'unplugged'), join(root, 'nas'));
  await put('a/2.jpg', await small(22));
  await readLater(id);
  await eventually(shown).toEqual(['a: 2']);
  await eventually(async () => (await sources())[0]?.state).toBe('ok');
}, 60_000);

test('the first files of an empty folder are noticed by themselves', async () => {
  await mkdir(join(root, 'nas'));
  await follow();
  await eventually(async () => (await sources())[0]?.state).toBe('away');
  const arrived = async (what: string[]) =>
    eventually(async () => {
      server.clock.advance(1_000);
      return shown();
    }).toEqual(what);
  await put('a/1.jpg', await small(23));
  await arrived(['a: 1']);
  await put('a/2.jpg', await small(24));
  await arrived(['a: 2']);
}, 60_000);

test('only folders in SOURCE_DIRS are followed, wherever a link leads, and into an album that is there', async () => {
  await put('a/1.jpg', await small(31));
  await symlink('/etc', join(root, 'link'));
  for (const path of ['/etc', join(root, 'link'), join(root, 'nas/none'), join(root, '..')]) {
    expect((await follow({ path })).status).toBe(400);
  }
  expect((await follow({ albumId: 'none' })).status).toBe(400);
  const album = await client.createAlbum({ name: 'Family' });
  await put('top.jpg', await small(32));
  const id = fieldOf(await follow({ albumId: album.id }), 'id');
  await readLater(id);
  await eventually(shown).toEqual(['Family: 1', '  a: 1']);
  const change = (body: object) => server.call(`/sources/${id}`, { method: 'PATCH', token, body });
  expect((await change({ paused: true, name: 'Paused' })).body).toMatchObject({ state: 'paused', name: 'Paused' });
  await put('a/2.jpg', await small(33));
  await readLater(id);
  expect(await shown()).toEqual(['Family: 1', '  a: 1']);
  await change({ paused: false });
  await eventually(shown).toEqual(['Family: 1', '  a: 2']);
  expect((await server.call(`/sources/${id}`, { method: 'DELETE', token })).body).toMatchObject({ sources: [] });
  expect(await shown()).toEqual(['Family: 1', '  a: 2']);
}, 60_000);

test('a folder that SOURCE_DIRS names no more, or that a link replaced, is away, and nothing is read', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'circuit-tree-source-data-'));
  await startAgain({ dataDir });
  await put('a/1.jpg', await small(51));
  const id = fieldOf(await follow(), 'id');
  await readLater(id);
  await eventually(shown).toEqual(['a: 1']);
  const away = async (message: RegExp) => {
    await readLater(id);
    await eventually(async () => (await sources())[0]).toMatchObject({
      state: 'away',
      message: expect.stringMatching(message),
      photos: 1,
    });
    expect(await shown()).toEqual(['a: 1']);
  };
  await put('a/2.jpg', await small(52));
  for (const roots of [[], [join(root, 'other')], [join(root, 'nas/a')]]) {
    await startAgain({ dataDir, sources: { roots, everyMs: 3_600_000 } });
    await away(/SOURCE_DIRS names the folders that may be followed, and .*nas is not in them/);
  }
  await rm(join(root, 'nas/a/2.jpg'));
  await startAgain({ dataDir });
  await eventually(async () => (await sources())[0]?.state).toBe('ok');

  // Somebody who may write there puts a link in its place, to elsewhere or to another folder that may be followed.
  const outside = await mkdtemp(join(tmpdir(), 'circuit-tree-outside-'));
  for (const secret of [join(outside, 'secret.jpg'), join(root, 'other/secret.jpg')]) {
    await mkdir(dirname(secret), { recursive: true });
    await writeFile(secret, await small(53));
    await utimes(secret, LONG_AGO, LONG_AGO);
    await rename(join(root, 'nas'), join(root, 'moved'));
    await symlink(dirname(secret), join(root, 'nas'));
    await away(/nas leads to .* now: nothing is read there/);
    await rm(join(root, 'nas'));
    await rename(join(root, 'moved'), join(root, 'nas'));
  }
  await readLater(id);
  await eventually(async () => (await sources())[0]?.state).toBe('ok');
  expect(await shown()).toEqual(['a: 1']);
  await server.close();
  await rm(outside, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

test('a folder that is, holds or lies in the data folder or that of the backups is not followed', async () => {
  const dataDir = join(root, 'nas/library');
  await mkdir(dataDir, { recursive: true });
  // The photos of the library are on another disk.
  await mkdir(join(root, 'disk'));
  await symlink(join(root, 'disk'), join(dataDir, 'photos'));
  await startAgain({ dataDir });
  await put('photos/1.jpg', await small(61));
  await symlink(dataDir, join(root, 'link'));
  const refused = async (path: string, message: RegExp) =>
    expect(await follow({ path })).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } });
  for (const path of [dataDir, join(root, 'nas'), root, join(root, 'link'), join(root, 'disk')]) {
    await refused(path, /and DATA_DIR lie in each other: follow a folder of its own/);
  }
  const id = fieldOf(await follow({ path: join(root, 'nas/photos') }), 'id');
  await readLater(id);
  await eventually(shown).toEqual(['photos: 1']);

  // A folder in the followed one becomes that for backups.
  const copies = join(root, 'nas/photos/backups');
  server.dependencies.core.slots.copyFolders.add(async () => copies);
  const away = async (message: RegExp) => {
    await put('photos/backups/2.jpg', await small(62));
    await readLater(id);
    await eventually(async () => (await sources())[0]).toMatchObject({
      state: 'away',
      message: expect.stringMatching(message),
    });
    expect(await shown()).toEqual(['photos: 1']);
  };
  await away(/and the folder for backups, .*backups, lie in each other: follow a folder of its own/);
  await refused(copies, /and the folder for backups/);
  // A database that was restored, or changed by hand, follows the data folder.
  await server.dependencies.db.updateTable('sources').set({ place: dataDir }).execute();
  await away(/and DATA_DIR lie in each other/);
  await server.close();
}, 60_000);

test('events find what is in new folders below new folders, and in another folder that took a name', async () => {
  await put('a/1.jpg', await small(41));
  await put('b/2.jpg', await small(42));
  const id = fieldOf(await follow(), 'id');
  await readLater(id);
  await eventually(shown).toEqual(['a: 1', 'b: 1']);
  const arrived = async (what: string[]) => {
    server.clock.advance(6_000);
    await eventually(async () => {
      server.clock.advance(1_000);
      return shown();
    }).toEqual(what);
  };
  await put('b/new/deep/3.jpg', await small(43));
  await arrived(['a: 1', 'b: 1', '  new: 0', '    deep: 1']);
  await put('b/new/deep/4.jpg', await small(44));
  await arrived(['a: 1', 'b: 1', '  new: 0', '    deep: 2']);
  await put('../other/5.jpg', await small(45));
  await rename(join(root, 'nas/a'), join(root, 'nas/c'));
  await rename(join(root, 'other'), join(root, 'nas/a'));
  await arrived(['a: 2', 'b: 1', '  new: 0', '    deep: 2', 'c: 1']);
  await put('a/6.jpg', await small(46));
  await arrived(['a: 3', 'b: 1', '  new: 0', '    deep: 2', 'c: 1']);
}, 60_000);

test('folders stand inside the album of a folder with photos of its own, and in the same albums for ever', async () => {
  // The library's own album of that name is another one.
  const house = await client.createAlbum({ name: 'Family' });
  await put('a.jpg', await small(51));
  await put('Summer/b.jpg', await small(52));
  await put('Summer/Beach/c.jpg', await small(53));
  const id = fieldOf(await follow({ name: 'Family' }), 'id');
  await readLater(id);
  await eventually(shown).toEqual(['Family: 0', 'Family: 1', '  Summer: 1', '    Beach: 1']);
  const own = (await client.albums()).find((album) => album.id !== house.id);
  expect((await renameAlbum(own!.id, 'From the NAS')).status).toBe(200);
  expect((await renameAlbum(own!.childAlbums[0]!.id, 'Summer 2024')).status).toBe(200);
  await put('d.jpg', await small(54));
  await put('Summer/e.jpg', await small(55));
  await put('Winter/f.jpg', await small(56));
  await readLater(id);
  await eventually(shown).toEqual(['Family: 0', 'From the NAS: 2', '  Summer 2024: 2', '    Beach: 1', '  Winter: 1']);
}, 60_000);

test('a library of an earlier version: folders that were read stay in their albums, new ones stand inside', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'circuit-tree-source-library-'));
  await server.close();
  await start({ dataDir });
  // Earlier versions put the folders beside the album of the photos above them, as these are.
  await put('Summer/a.jpg', await small(61));
  await put('Winter/Snow/b.jpg', await small(62));
  const id = fieldOf(await follow(), 'id');
  await readLater(id);
  await eventually(shown).toEqual(['Summer: 1', 'Winter: 0', '  Snow: 1']);
  await put('c.jpg', await small(63));
  await readLater(id);
  await eventually(shown).toEqual(['nas: 1', 'Summer: 1', 'Winter: 0', '  Snow: 1']);
  const summer = (await client.albums()).find(({ name }) => name === 'Summer');
  await renameAlbum(summer!.id, 'At the lake');
  await eventually(sources).toMatchObject([{ state: 'ok', photos: 3 }]);
  await upgradeEarlierSources(server.dependencies.db);
  await server.close();
  await start({ dataDir });
  await put('Summer/d.jpg', await small(64));
  await put('Winter/e.jpg', await small(65));
  await put('Autumn/f.jpg', await small(66));
  await readLater(id);
  await eventually(shown).toEqual(['At the lake: 2', 'nas: 1', '  Autumn: 1', 'Winter: 1', '  Snow: 1']);
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);
