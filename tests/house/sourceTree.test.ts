import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { targetOf } from '#scripts/lint/importDoors.ts';
import { OUTSIDE_PAPERS } from '#support/repository/pages.ts';

// The shape of the source tree: no circles, one way to repeat work, one reader of settings.

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
function filesOf(pattern: string): string[] {
  const files = globSync(pattern, { cwd: ROOT });
  return files.filter((file) => !file.includes('node_modules') && !file.endsWith('routeTree.gen.ts')).sort();
}

const source = filesOf('{src,sw,server}/**/*.{ts,tsx}');
const texts = new Map(
  [...source, ...filesOf('src/**/*.css'), ...filesOf('{lab,scripts,tests}/**/*.{ts,tsx}')].map((file) => [
    file,
    readFileSync(join(ROOT, file), 'utf8'),
  ]),
);

/** The files of this repository that a file imports, by `import … from`, `export … from` and `import()`. */
function importsOf(file: string): string[] {
  const found = texts.get(file)?.matchAll(/\b(?:from|import)\s*\(?\s*'([.#][^']+)'/g) ?? [];
  const imported = Array.from(found, ([, path = '']) => targetOf(file, path) ?? path);
  return [...new Set(imported)].filter((path) => texts.has(path));
}

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
  expect(filesBelow('src/wall/clock/ClockScreen.tsx').size).toBeGreaterThan(10);
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
  expect(arrows).toContain('src/admin: photos → shell');
  const both = Array.from(arrows).filter((arrow) => {
    const back = arrow.replace(/: (.*) → (.*)/, ': $2 → $1');
    return !arrow.startsWith('server: ') && arrow < back && arrows.has(back);
  });
  // The order of the server's subjects is a rule of the linter: houseDoors.ts.
  expect(both).toEqual([]);
});

/** Subjects on which others build in the server; what apps show of them can be taken away. The rest: without.test.ts. */
const SHOWN_ALONE = ['nodes', 'shares'];

/** The lists that name them. */
const LISTS = filesOf('src/{admin/subjects,wall/{covers,corners,news},visit/{links,signInWays,visitorParts}}.ts');

test.each(SHOWN_ALONE)('nobody but a list and its own routes imports %s', (subject) => {
  const isOwn = (file: string) =>
    new RegExp(`^src/(?:(?:admin|wall|visit)/${subject}/|admin/api/${subject}\\.ts$)`).test(file);
  expect(source.some(isOwn)).toBe(true);
  const others = source.filter((file) => !isOwn(file) && !file.startsWith('src/routes/') && !LISTS.includes(file));
  expect(others.filter((file) => importsOf(file).some(isOwn))).toEqual([]);
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
  expect(repeating).toEqual(['server/core/repeating.ts', 'src/domain/timing.ts', 'sw/shell/shell.ts']);
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
