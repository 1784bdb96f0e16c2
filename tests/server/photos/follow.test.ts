import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { follow, followedIn } from '#server/photos/maintenance/backups/follow.ts';
import { FolderStore } from '#server/photos/store/folderStore.ts';
import { readSettings } from '#server/settings/settings.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { jpeg } from '../../support/pictures/images.ts';
import { CareLibrary, command } from '../../support/server/careLibrary.ts';
import { PhotoClient } from '../../support/server/photoClient.ts';
import { startTestServer } from '../../support/server/testServer.ts';

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
  const copied = await readdir(join(dir, 'following', 'photos', 'library', library.album.id));
  expect(copied).toHaveLength(2);
  pictures.push(await change(23));
  await followNow();
  const { said, originals } = await restored();
  expect(said).toBe('photos 5, missing 0, orphaned 0, mismatching 0\n');
  for (const picture of pictures) expect(originals).toContain(picture.toString('base64'));

  // The next whole backup has all of it.
  await backup();
  await followNow();
  expect(await readdir(join(dir, 'following', 'photos', 'library', library.album.id))).toEqual([]);
  expect((await restored()).said).toBe('photos 5, missing 0, orphaned 0, mismatching 0\n');
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
  const { madeAt } = (await followedIn(dir))!;
  await command(['key', 'create', 'Kitchen'], { DATA_DIR: dataDir });
  while ((await followedIn(dir))!.madeAt === madeAt) await wait(100);
  await server.stop('SIGKILL');
  await rm(dataDir, { recursive: true });
  expect(await command(['restore', dir], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  expect((await command(['key', 'list'], { DATA_DIR: dataDir })).stdout).toContain('Kitchen');
});
