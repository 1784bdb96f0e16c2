import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { builtVersion } from '#scripts/build/builtVersion.mjs';
import { git } from '#support/server/fakeReleases.ts';

const root = mkdtempSync(join(tmpdir(), 'circuit-tree-built-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function commit(file: string, text: string): string {
  writeFileSync(join(root, file), text);
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message', text);
  return git(root, 'rev-parse', 'HEAD').slice(0, 7);
}

test('a build is of the last commit that changed its sources; without git it is of a version alone', () => {
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'package.json'), '{ "version": "1.2.3" }');
  expect(builtVersion(root)).toEqual({ version: '1.2.3' });
  git(root, 'init', '--quiet');
  expect(builtVersion(root)).toEqual({ version: '1.2.3' });
  const first = commit('src/main.ts', 'one');
  expect(builtVersion(root)).toEqual({ version: '1.2.3', commit: first });
  // No file of the app gets another name, so no wall loads it again.
  commit('README.md', 'two');
  expect(builtVersion(root)).toEqual({ version: '1.2.3', commit: first });
  const third = commit('src/main.ts', 'three');
  expect(third).not.toBe(first);
  expect(builtVersion(root)).toEqual({ version: '1.2.3', commit: third });
  writeFileSync(join(root, 'src/main.ts'), 'in no commit');
  expect(builtVersion(root)).toEqual({ version: '1.2.3', commit: `${third}+` });
});
