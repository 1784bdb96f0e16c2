import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstOverlapping, isBelowRoot, overlap } from '#server/core/settings/realFolders.ts';

let top: string;
const at = (name: string) => join(top, name);
beforeAll(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), 'circuit-tree-folders-')));
  for (const name of ['data/photos', 'disk/backups', 'nas/2026']) await mkdir(at(name), { recursive: true });
  await symlink(at('data'), at('data-link'));
  await symlink(at('nas'), at('nas-link'));
  await symlink(at('none'), at('dead-link'));
});
afterAll(() => rm(top, { recursive: true, force: true }));

test.each([
  ['/srv', '/srv', true],
  ['/srv', '/srv/data/photos', true],
  ['/', '/srv', true],
  ['/srv', '/srv2', false],
  ['/srv/a', '/srv/b', false],
  ['/srv', '/srv/..data', true],
])('%s and %s are one, or one lies in the other: %s', (one, other, expected) => {
  expect(overlap(one, other)).toBe(expected);
  expect(overlap(other, one)).toBe(expected);
});

test.each([
  ['data', ['data-link']],
  ['data/photos', ['disk/backups', 'data-link']],
  ['.', ['data-link']],
  ['disk', ['disk/backups/not/yet']],
])('%s overlaps the last of %j, by its real path', async (folder, others) => {
  expect(await firstOverlapping(at(folder), others.map(at))).toBe(at(others.at(-1) ?? ''));
});

test('folders beside each other do not overlap', async () => {
  expect(await firstOverlapping(at('nas'), ['data-link', 'disk/backups', 'nas2', 'dead-link'].map(at))).toBeUndefined();
});

test.each([
  ['nas/2026', ['nas-link'], [true, true]],
  ['nas', ['nas-link'], [false, true]],
  ['nas', ['nas-link', '.'], [true, true]],
  ['data', ['dead-link', 'nas'], [false, false]],
  ['nas', [], [false, false]],
])('%s is below a root of %j: or is one itself: %j', async (folder, names, [isBelow, isBelowOrOne]) => {
  const roots = names.map(at);
  expect(await isBelowRoot(at(folder), { roots, orIsOne: false })).toBe(isBelow);
  expect(await isBelowRoot(at(folder), { roots, orIsOne: true })).toBe(isBelowOrOne);
});
