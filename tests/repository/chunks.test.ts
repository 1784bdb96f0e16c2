import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scriptsOfKioskHome } from '../support/kiosk/kioskHomeScripts.ts';

// Read off the build that `npm test` makes first. scripts/build/chunkParts.ts decides what is put together.

const HASH = /-[\w-]{8}\.js$/;
const dist = new URL('../../dist/', import.meta.url);

test("the kiosk's home starts with these files and no others", () => {
  const names = scriptsOfKioskHome().map(({ file }) => file.replace('assets/', '').replace(HASH, ''));
  expect(names.toSorted()).toEqual(['base', 'index', 'rolldown-runtime']);
});

test('the watchdog is in the page, and not a second time beside it', () => {
  expect(existsSync(new URL('boot.js', dist))).toBe(false);
  expect(readdirSync(dist).filter((file) => file.endsWith('.js'))).toEqual(['environment.js', 'sw.js']);
});
