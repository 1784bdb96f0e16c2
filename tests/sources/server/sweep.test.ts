import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openFolder } from '#server/sources/folder/followedFolder.ts';
import type { ListingExtent } from '#server/sources/sourceAdapter.ts';

// Nobody watches these folders, so that no event tells of a change, as on NFS and SMB.

const LONG_AGO = new Date('2020-01-01T00:00:00Z');
const DAY_MS = 24 * 3_600_000;

let root: string;
/** The clock of the server; the files keep the real time. */
let now: number;
let list: (extent: ListingExtent) => Promise<string[]>;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'circuit-tree-sweep-'));
  now = Date.now() + DAY_MS;
  for (const name of ['a/one.jpg', 'b/two.jpg', 'b/c/three.jpg']) await put(name);
  const { adapter } = openFolder({
    name: '',
    place: root,
    albumId: null,
    bounds: { roots: [root], own: async () => ({ dataDir: join(root, '../data'), backupDir: undefined }) },
    kinds: [],
    now: () => now,
  });
  const { signal } = new AbortController();
  list = async (extent) => (await adapter.list(signal, extent)).items.map(({ key }) => key).toSorted();
  expect(await list('all')).toEqual(['a/one.jpg', 'b/c/three.jpg', 'b/two.jpg']);
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function put(name: string): Promise<void> {
  const file = join(root, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, name);
}

test('between two listings a sweep lists the folders in which a name came or went, and no others', async () => {
  expect(await list('swept')).toEqual([]);
  await put('b/c/four.jpg');
  expect(await list('swept')).toEqual(['b/c/four.jpg', 'b/c/three.jpg']);
  expect(await list('swept')).toEqual([]);
  await rm(join(root, 'a/one.jpg'));
  await put('a/new/deep/five.jpg');
  expect(await list('swept')).toEqual(['a/new/deep/five.jpg']);
  await put('a/new/deep/six.jpg');
  expect(await list('swept')).toEqual(['a/new/deep/five.jpg', 'a/new/deep/six.jpg']);
});

test('a file that changed within the last hour is looked at again, since it may be in the making', async () => {
  now = Date.now() + 60_000;
  await put('a/slow.jpg');
  expect(await list('swept')).toContain('a/slow.jpg');
  // Written on, which changes nothing about its folder.
  await writeFile(join(root, 'a/slow.jpg'), 'more');
  expect(await list('swept')).toContain('a/slow.jpg');
  now += DAY_MS;
  expect(await list('swept')).toEqual([]);
});

test('another folder that took the name of one is listed anew, and one that went stops nothing', async () => {
  await mkdir(join(root, 'other'));
  await put('other/six.jpg');
  await list('swept');
  await rename(join(root, 'a'), join(root, 'former'));
  await rename(join(root, 'other'), join(root, 'a'));
  await utimes(join(root, 'a'), LONG_AGO, LONG_AGO);
  expect(await list('swept')).toEqual(['a/six.jpg', 'former/one.jpg']);
  await rm(join(root, 'b'), { recursive: true });
  expect(await list('swept')).toEqual([]);
  expect(await list('all')).toEqual(['a/six.jpg', 'former/one.jpg']);
});
