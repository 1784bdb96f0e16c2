import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { targetOf } from '../../scripts/lint/importDoors.ts';
import { type Candidate, filesOf, LIST_FILES, withoutEntries, withoutLines } from './deletion.ts';

const ROOT = join(import.meta.dirname, '../..');
const BINARIES = join(ROOT, 'node_modules/.bin');
const ROUTES = 'src/routeTree.gen.ts';
/** Quotes imports that are removed. */
const CANDIDATES = 'lab/without/candidates.ts';

/** The files that git tracks, and those that the next `git add` would add. */
export function trackedFiles(): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0');
  return [...new Set(listed)].filter((file) => file !== '' && existsSync(join(ROOT, file)));
}

export interface Deletion {
  deleted: ReadonlySet<string>;
  /** The new text of each file of which lines are removed. */
  edited: ReadonlyMap<string, string>;
  /** Lines removed from the lists of subjects. */
  inLists: number;
  /** Lines removed from other files, and places that have another name. */
  elsewhere: number;
  /** The folders of these other files. */
  folders: string[];
}

/** The deletion of one subject, or of several together. */
export function deletionOf(candidates: readonly Candidate[], tracked: readonly string[]): Deletion {
  const deleted = new Set(candidates.flatMap((candidate) => filesOf(candidate, tracked)));
  const edited = new Map<string, string>();
  const textOf = (file: string) => edited.get(file) ?? readFileSync(join(ROOT, file), 'utf8');
  let inLists = 0;
  for (const list of LIST_FILES.filter((file) => tracked.includes(file))) {
    const { text, removed } = withoutEntries(textOf(list), (to) => deleted.has(targetOf(list, to) ?? to));
    if (removed > 0) edited.set(list, text);
    inLists += removed;
  }
  let elsewhere = candidates.flatMap(({ also = [] }) => also).length;
  const edits = candidates.flatMap((candidate) => Object.entries(candidate.edits ?? {}));
  for (const [file, lines] of edits) {
    const { text, removed } = withoutLines(textOf(file), lines);
    edited.set(file, text);
    elsewhere += removed;
  }
  return { deleted, edited, inLists, elsewhere, folders: edits.map(([file]) => dirname(file)) };
}

const sources = new Map<string, string>();

/** The imports of deleted files that are left, as 'file → imported file'. */
export function danglingImports({ deleted, edited }: Deletion, tracked: readonly string[]): string[] {
  const isSkipped = (file: string) => deleted.has(file) || file === ROUTES || file === CANDIDATES;
  const kept = tracked.filter((file) => !isSkipped(file) && /\.(tsx?|m?js|mts)$/.test(file));
  return kept.flatMap((file) => {
    const text = edited.get(file) ?? sources.get(file) ?? readFileSync(join(ROOT, file), 'utf8');
    if (!edited.has(file)) sources.set(file, text);
    const found = text.matchAll(/\b(?:from|import)\s*\(?\s*'([.#][^']+)'/g);
    const targets = Array.from(found, ([, specifier = '']) => targetOf(file, specifier) ?? specifier);
    return targets.filter((target) => deleted.has(target)).map((target) => `${file} → ${target}`);
  });
}

/**
 * A copy of the tree, in which one subject after the other is deleted and put back. Its files are links to those of the
 * tree: whatever is written there is a new file.
 */
export class Workplace {
  readonly folder = mkdtempSync(join(tmpdir(), 'without-'));

  constructor(tracked: readonly string[]) {
    for (const folder of new Set(tracked.map((file) => dirname(file))))
      mkdirSync(join(this.folder, folder), { recursive: true });
    for (const file of tracked) this.#put(file);
    for (const folder of ['node_modules', 'dist'].filter((each) => existsSync(join(ROOT, each))))
      symlinkSync(join(ROOT, folder), join(this.folder, folder), 'dir');
  }

  delete({ deleted, edited }: Deletion): void {
    for (const file of [...deleted, ...edited.keys()]) rmSync(join(this.folder, file));
    for (const [file, text] of edited) writeFileSync(join(this.folder, file), text);
    for (const folder of new Set([...deleted].map((file) => dirname(file)))) this.#removeEmpty(folder);
    this.#generateRoutes();
    this.#rememberTypes();
  }

  putBack({ deleted, edited }: Deletion): void {
    for (const file of [...edited.keys(), ROUTES]) rmSync(join(this.folder, file));
    for (const file of new Set([...deleted, ...edited.keys(), ROUTES])) {
      mkdirSync(dirname(join(this.folder, file)), { recursive: true });
      this.#put(file);
    }
  }

  /** Runs one of the installed programs in the copy. */
  run(program: string, args: readonly string[]): { ok: boolean; output: string } {
    const env = { ...process.env, PATH: `${BINARIES}:${process.env.PATH}`, NO_COLOR: '1' };
    const ran = spawnSync(program, args, { cwd: this.folder, encoding: 'utf8', maxBuffer: 2 ** 26, env });
    if (ran.error) throw ran.error;
    return { ok: ran.status === 0, output: `${ran.stdout}${ran.stderr}` };
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #put(file: string): void {
    const [from, to] = [join(ROOT, file), join(this.folder, file)];
    // The router writes into this one.
    if (file === ROUTES) return copyFileSync(from, to);
    try {
      linkSync(from, to);
    } catch {
      // The temporary folder is on another disk.
      copyFileSync(from, to);
    }
  }

  #removeEmpty(folder: string): void {
    if (folder === '.' || globSync('*', { cwd: join(this.folder, folder) }).length > 0) return;
    rmSync(join(this.folder, folder), { recursive: true, force: true });
    this.#removeEmpty(dirname(folder));
  }

  /** For the routes that are left; the build's own configuration does it. */
  #generateRoutes(): void {
    const code = "import { resolveConfig } from 'vite'; await resolveConfig({ logLevel: 'error' }, 'build');";
    this.run(process.execPath, ['--input-type=module', '-e', code]);
  }

  /**
   * Lends the copy what the compiler remembers of the whole tree, so that it looks at what the deletion touches alone.
   * The packages are found by way of a link: their addresses are those behind it.
   */
  #rememberTypes(): void {
    for (const file of globSync('{,*/,tests/worker/}*.tsbuildinfo', { cwd: ROOT })) {
      const copy = join(this.folder, file);
      const way = relative(dirname(copy), join(ROOT, 'node_modules'));
      const remembered = readFileSync(join(ROOT, file), 'utf8');
      writeFileSync(copy, remembered.replace(/"(?:\.\.?\/)*node_modules\//g, `"${way}/`));
    }
  }
}

/** The compiler looks at the whole tree once: what it remembers of it makes each copy quick. */
export function compileWhole(): boolean {
  return spawnSync(join(BINARIES, 'tsc'), ['-b', '.', 'lab'], { cwd: ROOT, stdio: 'inherit' }).status === 0;
}
