/** @module-tag full */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runCommandLine } from '#server/cli/commandLine.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { everyAlbum } from '#domain/albums/albumTree.ts';
import { heicFile } from '#support/pictures/heicFile.ts';
import { halvesTile } from '#support/pictures/heicSamples.ts';
import { jpeg, truncatedJpeg } from '#support/pictures/images.ts';
import { Launch } from '#support/server/launch.ts';
import { EXPECTED_OF_TAKEOUT, type ExpectedPhoto, takeoutFiles, writeTakeout } from '../support/takeout.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let client: PhotoClient;
let folder: string;
beforeEach(async () => {
  server = await startTestServer({ maxUploadBytes: 2 * 1024 * 1024 });
  client = await PhotoClient.on(server);
  folder = await mkdtemp(join(tmpdir(), 'circuit-tree-import-'));
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function put(name: string, content: Buffer): Promise<void> {
  const file = join(folder, name);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, content);
}

/** The command beside the running server, without the price of a process. */
async function importing(...args: string[]) {
  const said = { stdout: '', stderr: '' };
  const code = await runCommandLine(['import', ...args], {
    settings: () => server.dependencies.settings,
    print: (line) => (said.stdout += `${line}\n`),
    printError: (text) => (said.stderr += `${text}\n`),
  });
  return { code, ...said };
}

/** 'Name: photos' of each album, those below it indented. */
async function tree(albums: Album[], indent = ''): Promise<string[]> {
  const lines: string[] = [];
  for (const album of albums) {
    lines.push(`${indent}${album.name} /${album.slug}: ${(await client.photos(album.id)).length}`);
    lines.push(...(await tree(album.childAlbums, `${indent}  `)));
  }
  return lines;
}

const shown = async () => tree(await client.albums());
const small = (seed: number) => jpeg({ width: 60, height: 40, seed });

test('each folder is an album of the running server, and a second run adds only what is new', async () => {
  await put('2023/Été à Nice/1.jpg', await small(1));
  await put('2023/Été à Nice/2.heic', heicFile(halvesTile()));
  await put('2023/Été à Nice/Beach/3.jpg', await small(3));
  await put('2024/4.jpg', await small(4));
  await put('2024/notes/read me.txt', Buffer.from('no picture'));
  await put('2024/.hidden/5.jpg', await small(5));
  expect(await importing(folder)).toEqual({
    code: 0,
    stdout:
      '4 photos imported, 0 there already, 4 albums made\n\nLeft out: 1\n' +
      '  2024/notes/read me.txt: This is not an image. Please send JPEG, PNG, WebP, GIF, AVIF or HEIC\n',
    stderr: '',
  });
  expect(await shown()).toEqual([
    '2023 /2023: 0',
    '  Été à Nice /ete-a-nice: 2',
    '    Beach /beach: 1',
    '2024 /2024: 1',
  ]);
  await put('2024/6.jpg', await small(6));
  await put('2024/copy of 4.jpg', await small(4));
  expect((await importing(folder)).stdout).toContain('1 photo imported, 5 there already, 0 albums made\n');
  expect((await shown())[3]).toBe('2024 /2024: 2');
  expect(await client.leftovers()).toEqual([]);
  expect(await client.isSound()).toBe(true);
}, 60_000);

test('--album puts it below an album; a taken slug gets a number; folders of one name are different albums', async () => {
  const travels = await client.createAlbum({ name: 'Travels', slug: 'travels' });
  await client.createAlbum({ name: 'Elsewhere', slug: 'beach' });
  await client.createAlbum({ name: 'Rome', slug: 'eternal-city', parentAlbumId: travels.id });
  await put('Beach/1.jpg', await small(1));
  await put('Rome/2.jpg', await small(2));
  await put('Rome/Beach/3.jpg', await small(3));
  await put('albums/4.jpg', await small(4));
  expect(await importing(folder, '--album', 'travels')).toMatchObject({ code: 0 });
  expect(await shown()).toEqual([
    'Elsewhere /beach: 0',
    'Travels /travels: 0',
    '  albums /albums-2: 1',
    expect.stringMatching(/^  Beach \/beach-[23]: 1$/),
    '  Rome /eternal-city: 1',
    expect.stringMatching(/^    Beach \/beach-[23]: 1$/),
  ]);
}, 60_000);

test('what is refused is named with its reason, and makes the exit code 1; of Live Photos the still is taken', async () => {
  await put('1.jpg', await small(1));
  await put('half.jpg', await truncatedJpeg());
  await put('empty.jpg', Buffer.alloc(0));
  await put('huge.jpg', Buffer.concat([await small(2), Buffer.alloc(3 * 1024 * 1024)]));
  const film = Buffer.concat([Buffer.from('\0\0\0\x14ftypqt  ', 'latin1'), Buffer.alloc(600)]);
  await put('IMG_1.HEIC', heicFile(halvesTile()));
  await put('IMG_1.MOV', film);
  await put('party.mov', film);
  await symlink('/etc', join(folder, 'etc'));
  await symlink(join(folder, '1.jpg'), join(folder, 'link.jpg'));
  const { code, stdout } = await importing(folder);
  expect(code).toBe(1);
  expect(stdout.split('\n').slice(0, 5)).toEqual([
    '2 photos imported, 0 there already, 1 album made',
    'Videos beside photos that were left out, since they cannot be shown: 1',
    'Symbolic links are not followed: 2',
    '',
    'Left out: 1',
  ]);
  expect(stdout).toContain('  party.mov: ');
  expect(stdout).toContain('Refused: 3\n');
  expect(stdout).toContain('  empty.jpg: The file is empty\n');
  expect(stdout).toContain('  half.jpg: The picture is damaged or incomplete and cannot be read\n');
  expect(stdout).toContain('  huge.jpg: The file is larger than the 2 MB that are allowed\n');
}, 60_000);

test('a folder that does not exist, an unknown album, and the library itself are refused before anything is made', async () => {
  const { dataDir } = server.dependencies.settings;
  expect(await importing(join(folder, 'nowhere'))).toMatchObject({ code: 2, stdout: '' });
  expect((await importing(folder, '--album', 'nowhere')).stderr).toBe('There is no album with the slug "nowhere"\n');
  for (const inside of [dataDir, join(dataDir, '..')]) {
    expect((await importing(inside)).stderr).toMatch(/and DATA_DIR lie in each other: import from/);
  }
  expect(await shown()).toEqual([]);
});

test('Ctrl+C lets the pictures in progress finish, and the same command goes on from there', async () => {
  const picture = await jpeg({ width: 2400, height: 1600 });
  const names = Array.from({ length: 40 }, (_, index) => `${index}.jpg`);
  for (const name of names) await put(`many/${name}`, Buffer.concat([picture, Buffer.from(name)]));
  const { dataDir } = server.dependencies.settings;
  const first = new Launch(['server/cli/main.ts', 'import', folder], { DATA_DIR: dataDir });
  await vi.waitFor(async () => expect((await client.albums())[0]?.photoCount).toBeGreaterThan(0), { timeout: 60_000 });
  first.child.kill('SIGINT');
  const { code, stdout } = await first.ended();
  expect(code).toBe(130);
  const count = Number(/^(\d+) photos? imported/.exec(stdout)?.[1]);
  expect(count).toBeLessThan(names.length);
  expect(stdout).toContain('Interrupted: the same command goes on where this one stopped.');
  expect(await shown()).toEqual([`many /many: ${count}`]);
  expect(await client.leftovers()).toEqual([]);
  const second = await importing(folder);
  expect(second).toMatchObject({ code: 0 });
  expect(second.stdout).toMatch(
    new RegExp(`^${names.length - count} photos? imported, ${count} there already, 0 albums made\n$`),
  );
  expect(await client.isSound()).toBe(true);
}, 120_000);

/** Every photo of the library with its album, as the Takeout names them. */
async function photosByAlbum(albums: Album[]): Promise<ExpectedPhoto[]> {
  const rows = await server.dependencies.db
    .selectFrom('photos')
    .innerJoin('albums', 'albums.id', 'photos.album_id')
    .select(['albums.name as album', 'photos.original_filename as name', 'photos.filename'])
    .execute();
  const listed = (await Promise.all([...everyAlbum(albums)].map(({ id }) => client.photos(id)))).flat();
  return rows.map(({ album, name, filename }) => {
    const photo = listed.find((one) => one.filename === filename);
    return { album, name, takenAt: photo?.takenAt, caption: photo?.caption };
  });
}

const byPlace = (photos: ExpectedPhoto[]) =>
  photos.toSorted((one, other) => (`${one.album} ${one.name}` < `${other.album} ${other.name}` ? -1 : 1));

test('Google’s Takeout arrives with every date, caption and album, also where the photos were there before', async () => {
  const files = await takeoutFiles(small);
  const pictures = new Map([...files].filter(([path]) => !path.endsWith('.json')));
  await writeTakeout(folder, pictures);
  await rm(join(folder, 'Google Photos/Photos from 2019/gone.jpg'));
  expect(await importing(folder)).toMatchObject({ code: 0 });
  await rm(join(folder, 'Google Photos/Sommer am See'), { recursive: true });
  await writeTakeout(folder, files);
  const { code, stdout } = await importing(folder);
  expect({ code, left: stdout.split('Left out')[1] }).toEqual({
    code: 0,
    left: ': 1\n  Google Photos/print-subscriptions.json: This is not an image. Please send JPEG, PNG, WebP, GIF, AVIF or HEIC\n',
  });
  const found = (await photosByAlbum(await client.albums())).filter(({ album }) => album !== 'Sommer am See');
  expect(byPlace(found)).toEqual(byPlace(EXPECTED_OF_TAKEOUT));
}, 60_000);
