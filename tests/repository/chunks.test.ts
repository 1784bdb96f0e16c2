import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scriptsOf } from '../support/kiosk/startScripts.ts';

// Read off the build that `npm test` makes first. scripts/build/chunkParts.ts decides what is put together.

const HASH = /-[\w-]{8}\.js$/;
const dist = new URL('../../dist/', import.meta.url);

const COMMON = ['base', 'index', 'rolldown-runtime'];

test.each([
  ['kioskHome', COMMON],
  // The rest of the game comes after a press.
  ['codenames', [...COMMON, 'afterStart', 'board', 'codenames', 'forms', 'framing']],
] as const)('%s starts with these files and no others', (page, expected) => {
  const names = scriptsOf(page).map(({ file }) => file.replace('assets/', '').replace(HASH, ''));
  expect(names.toSorted()).toEqual(expected.toSorted());
});

test('the watchdog is in the page, and not a second time beside it', () => {
  expect(existsSync(new URL('boot.js', dist))).toBe(false);
  expect(readdirSync(dist).filter((file) => file.endsWith('.js'))).toEqual(['environment.js', 'sw.js']);
});
