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
  { page: 'draws', main: "import './part.mjs';\ndocument.getElementById('root').append('drawn');", isGood: true },
  { page: 'throws', main: "throw new Error('planted');", isGood: false },
  { page: 'calls what is not there', main: "import { part } from './part.mjs';\npart.gone.call();", isGood: false },
  {
    page: 'has a part that throws',
    main: "import './throws.mjs';\ndocument.getElementById('root').x();",
    isGood: false,
  },
  { page: 'lacks a part', main: "import './gone.mjs';\ndocument.getElementById('root').append('');", isGood: false },
  { page: 'is no script', main: 'this is none', isGood: false },
])('one whose first script $page', ({ main, isGood }) => {
  writeFileSync(join(folder, 'index.html'), '<script type="module" crossorigin src="/main.mjs"></script>');
  writeFileSync(join(folder, 'main.mjs'), main);
  writeFileSync(join(folder, 'part.mjs'), 'export const part = {};');
  writeFileSync(join(folder, 'throws.mjs'), 'throw 1;');
  expect(draws(folder)).toBe(isGood);
});
