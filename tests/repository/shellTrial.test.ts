import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

// Whether an app draws, in a page that has nothing on it: so an update judges a new version's page before it takes over.

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'circuit-tree-shell-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function draws(dist: string): boolean {
  return spawnSync(process.execPath, [join(ROOT, 'server/update/shellTrial.ts'), dist], { env: {} }).status === 0;
}

test('the app as it was built draws', () => expect(draws(join(ROOT, 'dist'))).toBe(true));

test.each([
  ['draws', "import './part.mjs';\ndocument.getElementById('root').append('drawn');", 'export {};', true],
  ['throws', "throw new Error('planted');", 'export {};', false],
  [
    'calls what is not there',
    "import { part } from './part.mjs';\npart.gone.call();",
    'export const part = {};',
    false,
  ],
  ['has a part that throws', "import './part.mjs';\ndocument.getElementById('root').append('');", 'throw 1;', false],
  ['lacks a part', "import './gone.mjs';\ndocument.getElementById('root').append('');", '', false],
  ['is no script', 'this is none', '', false],
])('one whose first script %s', (_, main, part, isGood) => {
  writeFileSync(join(folder, 'index.html'), '<script type="module" crossorigin src="/main.mjs"></script>');
  writeFileSync(join(folder, 'main.mjs'), main);
  writeFileSync(join(folder, 'part.mjs'), part);
  expect(draws(folder)).toBe(isGood);
});
