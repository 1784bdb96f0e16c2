import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scriptsOf } from '#support/kiosk/startScripts.ts';

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

function nameOf(file: string): string {
  return file.replace(HASH, '');
}

/** The scripts of the build by name, each with the names of those that it imports before it runs. */
function importsByName(): Map<string, string[]> {
  const assets = new URL('assets/', dist);
  return new Map(
    readdirSync(assets)
      .filter((file) => file.endsWith('.js'))
      .map((file) => {
        const text = readFileSync(new URL(file, assets), 'utf8');
        const imported = Array.from(text.matchAll(/\bfrom\s*"\.\/([^"]+\.js)"/g), ([, name = '']) => nameOf(name));
        return [nameOf(file), imported];
      }),
  );
}

test('no more parts need each other than these, in which nothing is used before it is there', () => {
  const imports = importsByName();
  const reachedFrom = (start: string) => {
    const reached = new Set<string>();
    const waiting = [...(imports.get(start) ?? [])];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (reached.has(name)) continue;
      reached.add(name);
      waiting.push(...(imports.get(name) ?? []));
    }
    return reached;
  };
  expect([...reachedFrom('admin')]).toContain('base');
  const circular = [...imports.keys()].filter((name) => reachedFrom(name).has(name));
  expect(circular.toSorted()).toEqual(['albums', 'auth', 'live', 'qrPath']);
});
