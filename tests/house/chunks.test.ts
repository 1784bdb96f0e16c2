import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fileNames } from '#scripts/build/chunks.ts';
import { scriptsOf } from '#support/kiosk/startScripts.ts';

// scripts/build/chunks.ts decides what is put together; the rest is read off the build that `npm test` makes first.

const HASH = /-[\w-]{8}\.js$/;
const dist = new URL('../../dist/', import.meta.url);

test.each([
  ['kioskHome', ['index']],
  // The rest of the game comes after a press.
  ['codenames', ['forms', 'index', 'shared', 'table']],
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
        const imported = Array.from(text.matchAll(/\b(?:from|import)\s*"\.\/([^"]+\.js)"/g), ([, name = '']) =>
          nameOf(name),
        );
        return [nameOf(file), imported];
      }),
  );
}

function reachedFrom(start: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>();
  const waiting = [...(imports.get(start) ?? [])];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    waiting.push(...(imports.get(name) ?? []));
  }
  return reached;
}

test('no two files need each other', () => {
  const imports = importsByName();
  expect([...reachedFrom('admin', imports)]).toContain('index');
  expect([...imports.keys()].filter((name) => reachedFrom(name, imports).has(name))).toEqual([]);
});

test('the whole wall takes few files', () => {
  const imports = importsByName();
  // The pages of its albums and what its home loads later; the code of a QR code comes with a guest's corner.
  expect([...reachedFrom('wall', imports)].toSorted()).toEqual(['index', 'photos', 'shared']);
});

test('what makes clips is one file, which comes with the first of them and is never precached', () => {
  const texts = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:js|html)$/.test(file))
    .map((file) => [nameOf(file), readFileSync(new URL(file, dist), 'utf8')] as const);
  const filesWith = (words: string) => texts.flatMap(([name, text]) => (text.includes(words) ? [name] : []));
  // Words of mediabunny where it writes and where it reads.
  for (const words of ['MediabunnyVideoHandler', 'Input has been disposed']) {
    expect(filesWith(words)).toEqual(['assets/clipWorker']);
  }
  // A text that names it asks for it; the worker's list of what it stores is one of these texts.
  expect(filesWith('/clipWorker-')).toEqual(['assets/prepareClip.later']);
  expect(filesWith('/prepareClip.later-')).toEqual(['assets/pictures']);
  expect([...importsByName().values()].flat()).not.toContain('prepareClip.later');
});

const HOME = '/src/routes/circuit-tree/index.tsx';
const ALBUMS = '/src/routes/circuit-tree/photos/index.tsx';
const GAME = '/src/routes/codenames.tsx';
const LANDING = '/src/routes/index.tsx';
const USERS = '/src/routes/admin/users.tsx';
const ROUTES = [HOME, ALBUMS, GAME, LANDING, USERS];
const MODULE = '/src/shared/module.ts';

function pageOf(route: string): string {
  return `${route}?tsr-split=component`;
}

function importedBy(importers: readonly string[], module: string): Record<string, string[]> {
  return Object.fromEntries(importers.map((importer) => [importer, [module]]));
}

/** An entry that imports all routes, each of which loads its page; and some imports more. */
function namesOf(more: Record<string, string[]>, moreByCall: Record<string, string[]> = {}): Map<string, string> {
  const statically: Record<string, string[]> = { entry: ROUTES, ...more };
  const byCall: Record<string, string[]> = {
    ...Object.fromEntries(ROUTES.map((route) => [route, [pageOf(route)]])),
    ...moreByCall,
  };
  const imports = [statically, byCall];
  const ids = new Set(imports.flatMap((some) => Object.entries(some).flat(2)));
  const graph = new Map(
    Array.from(ids, (id) => [id, { statically: statically[id] ?? [], byCall: byCall[id] ?? [] }] as const),
  );
  return fileNames(graph, 'entry');
}

describe('a module comes into a file by the apps that reach it', () => {
  test.each([
    [[HOME, ALBUMS, USERS], 'index'],
    [[ALBUMS], 'wall'],
    [[ALBUMS, LANDING], 'photos'],
    [[ALBUMS, LANDING, USERS], 'photos'],
    [[ALBUMS, GAME], 'shared'],
    [[GAME], 'table'],
    [[GAME, USERS], 'forms'],
    [[LANDING, USERS], 'people'],
    [[LANDING], 'visit'],
    [[USERS], 'admin'],
  ])('imported by the pages of %j: %s', (routes, file) => {
    expect(namesOf(importedBy(routes.map(pageOf), MODULE)).get(MODULE)).toBe(file);
  });

  test.each([
    [[HOME], 'wall'],
    [[HOME, LANDING], 'photos'],
    [[GAME, USERS], 'forms'],
    [[LANDING, USERS], 'pictures'],
    [[USERS], 'admin'],
    // Files of their own.
    [[GAME], undefined],
    [[LANDING], undefined],
  ])('loaded later by the pages of %j: %s', (routes, file) => {
    expect(namesOf({}, importedBy(routes.map(pageOf), MODULE)).get(MODULE)).toBe(file);
  });

  test('at once for an admin and later for visitors: with what both load later', () => {
    const names = namesOf(importedBy([pageOf(USERS)], MODULE), importedBy([pageOf(LANDING)], MODULE));
    expect(names.get(MODULE)).toBe('pictures');
  });

  test('a package that both load later stays in a file of its own', () => {
    const module = '/node_modules/package/index.js';
    expect(namesOf({}, importedBy([LANDING, USERS].map(pageOf), module)).has(module)).toBe(false);
  });

  test('called later: a file of its own with all that it alone imports, also on the wall', () => {
    const later = '/src/wall/part/Part.later.tsx';
    const names = namesOf({ [later]: [MODULE] }, { [pageOf(ALBUMS)]: [later] });
    expect([names.has(later), names.has(MODULE)]).toEqual([false, false]);
    // A module that others import too is with them.
    const shared = namesOf({ [later]: [MODULE], [pageOf(ALBUMS)]: [MODULE] }, { [pageOf(ALBUMS)]: [later] });
    expect(shared.get(MODULE)).toBe('wall');
  });

  test('loaded later by every page: one file for all of that', () => {
    expect(namesOf({}, { entry: [MODULE] }).get(MODULE)).toBe('shared');
  });

  test.each([HOME, ALBUMS, GAME, LANDING])('nothing of the administration comes with %s', (route) => {
    const module = '/src/admin/users/module.ts';
    expect(namesOf(importedBy([pageOf(USERS)], module)).get(module)).toBe('admin');
    expect(() => namesOf(importedBy([pageOf(route)], module))).toThrow(module);
    expect(() => namesOf({}, importedBy([pageOf(route)], module))).toThrow(module);
  });
});
