import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { allPages, anchorsOf, innerLinks, namedPaths, OUTSIDE_PAPERS, readPage, ROOT } from './support/pages.ts';

// No page names a file, a link, an npm command or a paper that is not there.

const PAGES = allPages();
const SCRIPTS: Record<string, string> = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')).scripts;

function isThere(path: string): boolean {
  return existsSync(fileURLToPath(new URL(path, ROOT)));
}

test('there is a page for every subject, and README or CONTRIBUTING leads to each', () => {
  const reached = new Set(['README.md']);
  const waiting = ['README.md'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const links = innerLinks(readPage(path)).map((link) => link.replace(/#.*/, ''));
    for (const link of links.filter((target) => target.endsWith('.md') && !reached.has(target))) {
      reached.add(link);
      waiting.push(link);
    }
  }
  expect(PAGES.length).toBeGreaterThan(10);
  expect(PAGES.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
});

test.each(PAGES)('$path names files that exist', (page) => {
  expect(namedPaths(page).filter((path) => !isThere(path))).toEqual([]);
});

test('pages do name files', () => {
  expect(PAGES.flatMap(namedPaths).length).toBeGreaterThan(60);
});

test('paths and links are found wherever they are written', () => {
  const text =
    'See `src/a/B.tsx`, server/x.ts. In src/c/<name>/ [x](../y.md#z) ![p](q.png) [w](https://a.b/src/w.ts)\n## A `b`, c';
  const page = { path: 'docs/d/e.md', text };
  expect(namedPaths(page)).toEqual(['src/a/B.tsx', 'server/x.ts', 'src/c']);
  expect(innerLinks(page)).toEqual(['docs/y.md#z', 'docs/d/q.png']);
  expect(anchorsOf(page)).toEqual(['a-b-c']);
});

test.each(PAGES)('$path links to pages and headings that exist', (page) => {
  const dead = innerLinks(page).filter((link) => {
    const [path = '', anchor] = link.split('#');
    return !isThere(path) || (anchor !== undefined && !anchorsOf(readPage(path)).includes(anchor));
  });
  expect(dead).toEqual([]);
});

test.each(PAGES)('$path names npm commands that exist', ({ text }) => {
  const commands = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name);
  expect(commands.filter((name) => !(name in SCRIPTS))).toEqual([]);
});

test.each(PAGES)('$path cites no paper from outside the repository', ({ text }) => {
  expect(text).not.toMatch(OUTSIDE_PAPERS);
});
