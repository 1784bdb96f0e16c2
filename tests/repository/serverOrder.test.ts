import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

/**
 * The parts of the server from bottom to top: folders, and the loose files of its root. A part may import what is in it
 * and below it, types included, so that no two parts need each other.
 */
const ORDER = [
  'errors.ts',
  'settings',
  'db/migrations',
  'db',
  'http',
  'http/security',
  'http/lifecycle',
  'http/pages',
  'users',
  'auth/keys',
  'auth/sessions',
  'auth/apple',
  'auth',
  'photos/store',
  'photos/decode',
  'photos/albums',
  'photos/upload',
  'photos/serve',
  'photos/maintenance',
  'photos',
  'nodes/history',
  'nodes/registry',
  'nodes/socket',
  'dependencies.ts',
  'app.ts',
  'cli',
  'main.ts',
];

const IMPORT = /\b(?:from|import\()\s*'(\.[^']+)'|^import '(\.[^']+)'/gm;

interface Arrow {
  from: string;
  to: string;
}

/** A file's folder, or the file itself when it lies in the server's root. */
function partOf(file: string): string {
  return dirname(file) === '.' ? file : dirname(file);
}

function arrowsOf(file: string, text: string): Arrow[] {
  return Array.from(text.matchAll(IMPORT), ([, named, bare]) => ({
    from: file,
    to: normalize(join(dirname(file), named ?? bare ?? '')),
  })).filter(({ to }) => !to.startsWith('..'));
}

function pointsUp({ from, to }: Arrow): boolean {
  return ORDER.indexOf(partOf(to)) > ORDER.indexOf(partOf(from));
}

const files = globSync('**/*.ts', { cwd: 'server' });
const arrows = files.flatMap((file) => arrowsOf(file, readFileSync(join('server', file), 'utf8')));

test('every part of the server has its place in the order, and each place a part', () => {
  expect([...new Set(files.map(partOf))].sort()).toEqual([...ORDER].sort());
});

test('no import points upwards', () => {
  expect(arrows.length).toBeGreaterThan(files.length);
  expect(arrows.filter(pointsUp).map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test('an import of a type, over several lines or at run time is seen', () => {
  const texts = [
    "import type { Dependencies } from '../dependencies.ts';",
    "import {\n  type Dependencies,\n} from '../dependencies.ts';",
    "export { type Dependencies } from '../dependencies.ts';",
    "const { start } = await import('../dependencies.ts');",
    "import '../dependencies.ts';",
  ];
  for (const text of texts) {
    const planted = arrowsOf('users/planted.ts', text);
    expect(planted, text).toEqual([{ from: 'users/planted.ts', to: 'dependencies.ts' }]);
    expect(planted.every(pointsUp), text).toBe(true);
  }
});
