import { backups } from '#server/backups/index.ts';
import { execFileSync } from 'node:child_process';
import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import Sqlite from 'better-sqlite3';
import { follow, followedIn } from '#server/backups/follow.ts';
import { OwnFiles } from '#server/backups/copies/ownFiles.ts';
import { DATABASE_FILE } from '#server/core/db/dataFolder.ts';
import { writeSnapshot } from '#server/core/db/sqlite/snapshot.ts';
import { FolderStore } from '#server/photos/store/folderStore.ts';
import { readSettings } from '#server/core/settings/settings.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { jpeg } from '#support/pictures/images.ts';
import { CareLibrary, command } from '#support/server/careLibrary.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

// BACKUP_FOLLOW: what changed between two whole backups.

let library: CareLibrary;
let folder: string;
let dataDir: string;
let dir: string;
beforeAll(async () => {
  library = await CareLibrary.make();
});
afterAll(() => library.remove());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'circuit-tree-follow-'));
  dataDir = await library.copy();
  dir = join(folder, 'backups');
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
});

const now = Date.now;
let restores = 0;
const backup = () => command(['backup'], { DATA_DIR: dataDir, BACKUP_DIR: dir });
const followedPhotos = () => readdir(join(dir, 'following', 'photos', 'library', library.album.id));
const followNow = () => follow({ dataDir, store: new FolderStore(dataDir), now }, dir);

async function change(seed: number): Promise<Buffer> {
  const server = await startTestServer({ dataDir });
  const client = await PhotoClient.on(server);
  const picture = await jpeg({ seed });
  expect((await client.upload(library.album.id, { [`${seed}.jpg`]: picture })).status).toBe(201);
  await server.close();
  return picture;
}

/** Restores into an empty folder, and returns what verify says of it and the originals. */
async function restored(): Promise<{ said: string; originals: string[] }> {
  const target = join(folder, `restored-${(restores += 1)}`);
  expect(await command(['restore', dir], { DATA_DIR: target })).toMatchObject({ code: 0, stderr: '' });
  const { stdout } = await command(['verify'], { DATA_DIR: target });
  const files = await readdir(join(target, 'photos'), { recursive: true });
  const originals = files.filter((file) => file.includes('original'));
  const read = originals.map(async (file) => (await readFile(join(target, 'photos', file))).toString('base64'));
  return { said: stdout, originals: await Promise.all(read) };
}

test('without a whole backup there is nothing to follow', async () => {
  expect(await followNow()).toBeUndefined();
});

test('restore takes the newest state: what followed, and of it only what the whole backup lacks is copied', async () => {
  await backup();
  const pictures = [await change(21), await change(22)];
  await followNow();
  expect(await followedPhotos()).toHaveLength(2);
  pictures.push(await change(23));
  await followNow();
  const { said, originals } = await restored();
  expect(said).toBe('photos 5, missing 0, orphaned 0, mismatching 0\n');
  for (const picture of pictures) expect(originals).toContain(picture.toString('base64'));

  // The next whole backup has all of it.
  await backup();
  await followNow();
  expect(await followedPhotos()).toEqual([]);
  expect((await restored()).said).toBe('photos 5, missing 0, orphaned 0, mismatching 0\n');
});

test('a whole backup that replaces one of the same second has all of it too', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T03:00:00Z') });
  try {
    await backup();
    await change(24);
    await followNow();
    expect(await followedPhotos()).toHaveLength(1);
    await backup();
    await followNow();
    expect((await readdir(dir)).toSorted()).toEqual(['2026-03-01T03-00-00Z', 'following']);
    expect(await followedPhotos()).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test('the copy after a photo was deleted for good lets go of its files', async () => {
  await backup();
  await change(25);
  await change(26);
  await followNow();
  const server = await startTestServer({ dataDir });
  const client = await PhotoClient.on(server);
  const gone = (await client.photos(library.album.id)).find(({ filename }) => filename.startsWith('25'))!;
  const { body } = await client.ask<{ ids: string[] }>(`DELETE /photos/albums/${library.album.id}/photos`, {
    filenames: [gone.filename],
  });
  await client.ask('DELETE /photos/trash', body);
  await server.close();
  await followNow();
  expect(await followedPhotos()).toEqual([expect.stringMatching(/^26/)]);
  expect((await restored()).said).toBe('photos 3, missing 0, orphaned 0, mismatching 0\n');
});

const noSpace = () => Promise.reject(new Error('no space'));

test('a copy that was interrupted leaves the state before', async () => {
  await backup();
  await change(31);
  await followNow();
  const before = await followedIn(dir);
  await change(32);
  // Its disk is full, as it were: the store gives nothing.
  const store = Object.assign(new FolderStore(dataDir), { partsOf: noSpace });
  await expect(follow({ dataDir, store, now }, dir)).rejects.toThrow('no space');
  expect(await followedIn(dir)).toEqual(before);
  expect((await restored()).said).toBe('photos 3, missing 0, orphaned 0, mismatching 0\n');
});

const following = () => join(dir, 'following');
const inodes = () =>
  Promise.all(['a.sqlite', 'b.sqlite'].map(async (name) => (await lstat(join(following(), name))).ino));

async function lookOf(path: string) {
  const found = await lstat(path);
  return { isFile: found.isFile(), uid: found.uid, mode: found.mode & 0o777, links: found.nlink };
}

/** The newest whole backup by its name and its folder: two of one second share a name. */
async function newestWhole(): Promise<string> {
  const name =
    (await readdir(dir))
      .filter((entry) => entry.endsWith('Z'))
      .toSorted()
      .at(-1) ?? '';
  return `${name} ${(await lstat(join(dir, name))).ino}`;
}

/** The newest state that is later than another one. */
async function stateAfter(madeAt: number, signal: AbortSignal): Promise<number> {
  for (;;) {
    const found = await followedIn(dir);
    if (found && found.madeAt > madeAt) return found.madeAt;
    await wait(50, undefined, { signal });
  }
}

describe('what others put into the folder for backups', () => {
  const NOBODY = 65_534;
  let victim: string;
  beforeEach(async () => {
    await backup();
    await followNow();
    victim = join(folder, 'victim.txt');
    await writeFile(victim, 'mine', { mode: 0o600 });
  });

  const ownFile = { isFile: true, uid: process.getuid?.(), mode: 0o600, links: 1 };

  const put: Record<string, (path: string) => Promise<unknown> | void> = {
    'a link': (path) => symlink(victim, path),
    'a link to nothing': (path) => symlink(join(folder, 'nothing'), path),
    'a hard link': (path) => link(victim, path),
    'a pipe': (path) => void execFileSync('mkfifo', [path]),
    'a folder': (path) => mkdir(join(path, 'deeper'), { recursive: true }),
    'a file that all may read': async (path) => {
      await writeFile(path, 'theirs');
      await chmod(path, 0o644);
    },
  };
  const asRoot = process.getuid?.() === 0;
  if (asRoot) {
    put['a file of another account'] = async (path) => {
      await writeFile(path, 'theirs', { mode: 0o600 });
      await chown(path, NOBODY, NOBODY);
    };
  }

  test.each(Object.keys(put))(
    '%s in the place of a file is removed, not its target, and a file made anew',
    async (kind) => {
      for (const name of ['a.sqlite', 'b.sqlite', 'state.json', 'state.json.unfinished']) {
        await rm(join(following(), name), { force: true });
        await put[kind]?.(join(following(), name));
      }
      await followNow();
      await followNow();
      for (const name of ['a.sqlite', 'b.sqlite', 'state.json']) {
        expect([name, await lookOf(join(following(), name))]).toEqual([name, ownFile]);
      }
      expect(await readFile(victim, 'utf8')).toBe('mine');
      expect((await readdir(folder)).toSorted()).toEqual(['backups', 'victim.txt']);
      expect((await restored()).said).toBe('photos 2, missing 0, orphaned 0, mismatching 0\n');
    },
  );

  test.each(Object.keys(put))(
    '%s in the place of the copy of a database that is too large for the memory is removed too',
    async (kind) => {
      const to = join(following(), 'a.sqlite');
      await rm(to, { force: true });
      await put[kind]?.(to);
      const own = await OwnFiles.in(dir);
      await writeSnapshot(join(dataDir, DATABASE_FILE), { to, open: (path) => own.open(path), inMemoryBytes: 0 });
      expect(await lookOf(to)).toEqual(ownFile);
      expect(await readFile(victim, 'utf8')).toBe('mine');
      const copy = new Sqlite(to, { readonly: true });
      onTestFinished(() => void copy.close());
      expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
    },
  );

  test('a file of its own is written to, not made anew', async () => {
    await followNow();
    const before = await inodes();
    await followNow();
    expect(await inodes()).toEqual(before);
  });

  test.each([
    ['a link to a folder', async () => symlink(folder, following())],
    ['a file', async () => writeFile(following(), 'theirs')],
    [
      'a folder into which all may write',
      async () => {
        await mkdir(following());
        await symlink(folder, join(following(), 'photos'));
        await chmod(following(), 0o777);
      },
    ],
  ])('%s in the place of its folder is made anew', async (_, make) => {
    await rm(following(), { recursive: true });
    await make();
    await followNow();
    expect((await lstat(following())).mode & 0o777).toBe(0o700);
    expect((await lstat(join(following(), 'photos'))).isDirectory()).toBe(true);
    expect((await readdir(folder)).toSorted()).toEqual(['backups', 'victim.txt']);
    expect((await restored()).said).toBe('photos 2, missing 0, orphaned 0, mismatching 0\n');
  });

  test.runIf(asRoot)('a folder of another account is refused, and a backup of theirs is none', async () => {
    await chown(following(), NOBODY, NOBODY);
    const before = await readFile(join(following(), 'state.json'), 'utf8');
    const sentence = `${following()} belongs to another account of the machine: remove it`;
    await expect(followNow()).rejects.toThrow(sentence);
    expect(await readFile(join(following(), 'state.json'), 'utf8')).toBe(before);
    for (const name of (await readdir(dir)).filter((one) => one.endsWith('Z')))
      await chown(join(dir, name), NOBODY, NOBODY);
    expect(await followNow()).toBeUndefined();
  });

  test('on a disk that gives to all files the same owner and mode these are taken, and told', async () => {
    // As a stick with FAT does, whatever was asked for.
    const given = { uid: process.getuid?.() ?? 0, mode: 0o777 };
    const own = new OwnFiles({ file: given, folder: given });
    expect([own.isOpenToOthers, (await OwnFiles.in(dir)).isOpenToOthers]).toEqual([true, false]);
    const file = join(following(), 'a.sqlite');
    for (const path of [following(), file]) await chmod(path, 0o777);
    const { ino } = await lstat(file);
    own.clearUnlessOwn(file);
    await own.requireFolder(following());
    expect([await own.hasMade(following()), (await lstat(file)).ino]).toEqual([true, ino]);
  });
});

describe('a folder that an admin chose', () => {
  let server: TestServer;
  beforeEach(async () => {
    // No backup is due, so that the server starts no process to make one.
    await backup();
    await followNow();
    server = await startTestServer({
      dataDir,
      backups: { dir: undefined, everyMs: 86_400_000, followMs: 60_000, keep: 7, roots: [folder] },
    });
  });
  afterEach(() => server.close());

  test('and that became a link meanwhile is not followed', { timeout: 120_000 }, async () => {
    const { token } = await server.signIn({ permissions: ['admin'] });
    expect(await server.call('/backups', { method: 'PUT', token, body: { folder: dir } })).toMatchObject({
      status: 200,
    });
    const outside = await mkdtemp(join(tmpdir(), 'circuit-tree-outside-'));
    await rename(dir, join(outside, 'backups'));
    await symlink(join(outside, 'backups'), dir);
    const before = await followedIn(dir);
    await server.createKey('Kitchen');
    backups.of(server.dependencies.core).backups.start();
    await vi.waitUntil(() => backups.of(server.dependencies.core).backups.follower.failure, { timeout: 50_000 });
    expect(await followedIn(dir)).toEqual(before);
    const { body } = await server.call('/health/ready');
    expect(body).toMatchObject({ reasons: [{ code: 'backup-failed' }] });
    const status = (await server.call('/installation/status', { token })).body;
    expect(JSON.stringify(status)).toContain('(BACKUP_ROOTS)');
    await rm(outside, { recursive: true });
  });
});

describe('from the start', { timeout: 120_000 }, () => {
  let server: TestServer;
  afterEach(async () => {
    vi.useRealTimers();
    await server.close();
  });

  /** Starts the server as main.ts does. Its timers stand still. */
  async function start(): Promise<void> {
    server = await startTestServer({
      dataDir,
      backups: { dir, everyMs: 86_400_000, followMs: 60_000, keep: 7, roots: [] },
    });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    backups.of(server.dependencies.core).backups.start();
  }

  test('there is a first copy at once, and what changes in that minute follows', async ({ signal }) => {
    await start();
    const { follower } = backups.of(server.dependencies.core).backups;
    while (follower.followedAt === null) await wait(50, undefined, { signal });
    const first = await stateAfter(0, signal);
    expect((await readdir(dir)).filter((name) => name.endsWith('Z'))).toHaveLength(1);
    await server.createKey('Kitchen');
    vi.advanceTimersByTime(30_000);
    await stateAfter(first, signal);
    const target = join(folder, 'at-once');
    expect(await command(['restore', dir], { DATA_DIR: target })).toMatchObject({ code: 0 });
    expect((await command(['key', 'list'], { DATA_DIR: target })).stdout).toContain('Kitchen');
  });

  test('what changed before a restart is copied at once, and a restored library too', async ({ signal }) => {
    await backup();
    await followNow();
    const { madeAt } = (await followedIn(dir))!;
    await command(['key', 'create', 'Kitchen'], { DATA_DIR: dataDir });
    await start();
    await stateAfter(madeAt, signal);
    vi.useRealTimers();
    await server.close();
    await rm(dataDir, { recursive: true });
    await command(['restore', dir], { DATA_DIR: dataDir });
    const before = await newestWhole();
    await start();
    await expect.poll(newestWhole, { timeout: 100_000 }).not.toBe(before);
  });
});

const followMs = (text: string) => readSettings({ BACKUP_FOLLOW: text }).backups.followMs;

test('BACKUP_FOLLOW is a time or off', () => {
  expect([followMs(''), followMs('5m'), followMs('off')]).toEqual([60_000, 300_000, undefined]);
  expect(() => followMs('often')).toThrow('BACKUP_FOLLOW must be a time');
});

test('a server killed during uploads loses no more than the last seconds', { tags: ['full'] }, async () => {
  const env = { BACKUP_DIR: dir, BACKUP_FOLLOW: '2s' };
  await backup();
  const server = await new ServerProcess({ dataDir, env }).start();
  const key = (await command(['key', 'create', 'Hall', '--json'], { DATA_DIR: dataDir })).stdout;
  const headers = { 'X-API-Key': JSON.parse(key).key };
  const health = async () => (await fetch(`${server.origin}/photos/albums`, { headers })).status;
  while (!(await followedIn(dir))) await wait(100);
  expect(await health()).toBe(200);
  await command(['key', 'create', 'Kitchen'], { DATA_DIR: dataDir });
  const createdAt = now();
  while (((await followedIn(dir))?.madeAt ?? 0) < createdAt) await wait(100);
  await server.stop('SIGKILL');
  // At once, as a disk goes: a copy that is still being made must not see half of a folder that is being removed.
  const dead = join(folder, 'dead');
  await rename(dataDir, dead);
  expect(await command(['restore', dir], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  expect((await command(['key', 'list'], { DATA_DIR: dataDir })).stdout).toContain('Kitchen');
});
