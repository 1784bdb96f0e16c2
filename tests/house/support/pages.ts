import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = new URL('../../../', import.meta.url);

/** Papers of the project that are not in the repository: a reader could not look up what cites them. */
export const OUTSIDE_PAPERS = /\b(?:SPEC|DECISIONS|HOUSE|STACK|REVIEW)\b/;

/** One page of the documentation. */
export interface Page {
  /** Where it is, from the root of the repository. */
  path: string;
  text: string;
}

const PATTERNS = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/**/*.md',
  '{lab,server,sw,tests}/README.md',
  'lab/results/*.md',
];

export function readPage(path: string): Page {
  return { path, text: readFileSync(new URL(path, ROOT), 'utf8') };
}

/** Everything that is written for people: the front page, the guide for contributors, docs, the READMEs of folders. */
export function allPages(): Page[] {
  return globSync(PATTERNS, { cwd: fileURLToPath(ROOT) })
    .sort()
    .map(readPage);
}

/** The rows of the table below a heading, each as its cells, without the table's own head. */
export function tableBelow(page: Page, heading: string): string[][] {
  const start = page.text.search(new RegExp(`^#+ ${heading}$`, 'm'));
  if (start < 0) throw new Error(`${page.path} has no heading "${heading}"`);
  const section = page.text.slice(start).split(/\n#+ /)[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

export function inBackticks(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, inside = '']) => inside);
}

/** Everything that reads like a path from the root, in prose and in code; a place-holder such as `<area>` ends it. */
export function namedPaths({ text }: Page): string[] {
  const found = text.matchAll(/(?<![\w./@-])(?:src|server|sw|lab|tests|scripts|public|docs|deploy|\.ci)\/[\w$./-]*/g);
  return [...found].map(([path]) => path.replace(/[./-]+$/, ''));
}

/** Targets of the links and pictures that stay in the repository, from its root; an anchor comes with its `#`. */
export function innerLinks({ path, text }: Page): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  const inner = targets.filter((target) => !/^[a-z]+:/.test(target));
  return inner.map((target) => (target.startsWith('#') ? path + target : posix.join(posix.dirname(path), target)));
}

/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsOf({ text }: Page): string[] {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
