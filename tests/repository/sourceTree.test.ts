import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { targetOf } from '#scripts/lint/importDoors.ts';
import { OUTSIDE_PAPERS } from '../support/repository/pages.ts';

// The shape of the source tree: small folders and files, few hops from file to file, no folders that need each other.

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MAX_FILES_IN_FOLDER = 15;
const MAX_LINES = 200;
/** A file with fewer lines that only one other file imports is better read inside that file. */
const SMALL_LINES = 15;

/** Small files that stay apart from the one file that imports them, each with its reason. */
const SMALL_FILES: Record<string, string> = {
  'src/boot/firstFrame/markup.tsx': 'run by the build, which puts its results into the script that imports it',
};

function filesOf(pattern: string): string[] {
  const files = globSync(pattern, { cwd: ROOT });
  return files.filter((file) => !file.includes('node_modules') && !file.endsWith('routeTree.gen.ts')).sort();
}

const source = filesOf('{src,sw,server}/**/*.{ts,tsx}');
const styles = filesOf('src/**/*.css');
const texts = new Map(
  [...source, ...styles, ...filesOf('{lab,scripts,tests}/**/*.{ts,tsx}')].map((file) => [
    file,
    readFileSync(join(ROOT, file), 'utf8'),
  ]),
);

function linesOf(file: string): number {
  return texts.get(file)?.trimEnd().split('\n').length ?? 0;
}

/** The files of this repository that a file imports, by `import … from`, `export … from` and `import()`. */
function importsOf(file: string): string[] {
  const found = texts.get(file)?.matchAll(/\b(?:from|import)\s*\(?\s*'([.#][^']+)'/g) ?? [];
  const imported = Array.from(found, ([, path = '']) => targetOf(file, path) ?? path);
  return [...new Set(imported)].filter((path) => texts.has(path));
}

const importersOf = new Map<string, string[]>();
for (const file of texts.keys()) {
  for (const imported of importsOf(file)) importersOf.set(imported, [...(importersOf.get(imported) ?? []), file]);
}

test('no folder has more than 15 source files', () => {
  const folders = Map.groupBy(source, (file) => dirname(file));
  const full = [...folders].filter(([, files]) => files.length > MAX_FILES_IN_FOLDER);
  expect(folders.size).toBeGreaterThan(50);
  expect(full.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
});

test('no source file has more than 200 lines', () => {
  expect(styles.length).toBeGreaterThan(50);
  const long = [...source, ...styles, ...filesOf('scripts/**/*.ts')].filter((file) => linesOf(file) > MAX_LINES);
  expect(long.map((file) => `${file}: ${linesOf(file)}`)).toEqual([]);
});

test('a file of a few lines that one other file imports is part of that file, or a rule with a unit test', () => {
  const small = source.filter((file) => {
    const importers = importersOf.get(file) ?? [];
    const isUnitTested = importers.some((importer) => importer.startsWith('tests/unit/'));
    const importedBy = importers.filter((importer) => !/^(?:lab|tests)\//.test(importer));
    // The router decides what is a file in src/routes.
    return linesOf(file) < SMALL_LINES && importedBy.length === 1 && !isUnitTested && !file.startsWith('src/routes/');
  });
  // Migrations stay as they were released, however short, and their list beside them.
  const others = small.filter((file) => !file.startsWith('server/db/migrations/'));
  expect(others).toEqual(Object.keys(SMALL_FILES));
});

test.each([
  { room: 'server/peers', most: 6 },
  { room: 'src/oldTablets', most: 0 },
])('at most $most files of the product import $room', ({ room, most }) => {
  const isInside = (file: string) => file.startsWith(`${room}/`);
  const importers = source.filter((file) => !isInside(file) && importsOf(file).some(isInside));
  expect(filesOf(`${room}/*.ts`).length).toBeGreaterThan(0);
  expect(importers.length, importers.join('\n')).toBeLessThanOrEqual(most);
});

/** The files that can be reached from a file by imports, types included; itself only when the imports make a circle. */
function filesBelow(file: string): Set<string> {
  const reached = new Set<string>();
  const waiting = [file];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const imported of importsOf(next).filter((each) => !reached.has(each))) {
      reached.add(imported);
      waiting.push(imported);
    }
  }
  return reached;
}

test('no file imports, over others, itself', () => {
  expect(filesBelow('src/screens/kiosk/clock/ClockScreen.tsx').size).toBeGreaterThan(10);
  expect(source.filter((file) => filesBelow(file).has(file))).toEqual([]);
});

/** Neighbouring folders of which one has a file that imports one of the other, as 'parent: from → to'. */
function arrowsBetweenFolders(): Set<string> {
  const arrows = new Set<string>();
  for (const file of source) {
    for (const imported of importsOf(file)) {
      const [from, to] = [dirname(file).split('/'), dirname(imported).split('/')];
      const fork = from.findIndex((folder, depth) => folder !== to[depth]);
      if (fork >= 0 && to[fork] !== undefined)
        arrows.add(`${from.slice(0, fork).join('/')}: ${from[fork]} → ${to[fork]}`);
    }
  }
  return arrows;
}

test('no two neighbouring folders need each other', () => {
  const arrows = arrowsBetweenFolders();
  expect(arrows).toContain('src/screens/admin: photos → shell');
  const both = Array.from(arrows).filter((arrow) => arrows.has(arrow.replace(/: (.*) → (.*)/, ': $2 → $1')));
  expect(both).toEqual([]);
});

test('nothing cites a paper that is not in the repository', () => {
  const readable = filesOf('{src,sw,server,lab,scripts,tests}/**/*.{ts,tsx,mjs,css}');
  const citing = readable.filter((file) => OUTSIDE_PAPERS.test(readFileSync(join(ROOT, file), 'utf8')));
  // The one file that names them is the pattern's own.
  expect(citing).toEqual(['tests/support/repository/pages.ts']);
});

test('one file reads the settings', () => {
  const readers = source.filter((file) => file.startsWith('src/') && texts.get(file)?.includes('import.meta.env'));
  expect(readers).toEqual(['src/environment.ts']);
});

test('work is repeated in one way on each side', () => {
  const repeating = source.filter((file) => texts.get(file)?.includes('setInterval('));
  // The last one is in the script of a page that the worker makes, which can import nothing.
  expect(repeating).toEqual(['server/repeating.ts', 'src/domain/timing.ts', 'sw/shell/shell.ts']);
});

test('a comment names only files that exist', () => {
  const names = new Set([...texts.keys()].map((file) => basename(file)));
  const missing = [...texts].flatMap(([file, text]) =>
    text.split('\n').flatMap((line) => {
      const comment = /^\s*(?:\/\*\*?|\*|\/\/)(?<words>.*)/.exec(line)?.groups?.words ?? '';
      const named = Array.from(comment.matchAll(/(?<![\w*])\w[\w.]*\.(?:tsx?|css)\b/g), ([name]) => name);
      return named.filter((name) => !names.has(name)).map((name) => `${file}: ${name}`);
    }),
  );
  expect(missing).toEqual([]);
});
