// `npm run lab -- without [NAME…]`: deletes a subject from a copy of the tree (its folders, its lines in the lists, and
// the lines that candidates.ts names), and asks types, lint, tests and knip (for files that nobody needs now) whether the
// house stands without it. Exit code 1 when it does not, or when more than three lines outside the lists name it.
//   -- --imports        only lists what still imports a deleted file, in seconds
//   -- --quick          only types and lint, without the rules that ask for types
//   -- --of-the-day N   N of these, others on each day of the month, all deleted together: types and lint, asked once
//   -- --all-tests      all tests but walls, in place of the rules and those of the core's server
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LINT_AND_TYPES } from '../../scripts/run/steps.ts';
import { withGenerated } from '../generatedSection.ts';
import { machineName } from '../machine.ts';
import { CANDIDATES } from './candidates.ts';
import { type Candidate, GOAL, ofTheDay } from './deletion.ts';
import { compileWhole, danglingImports, type Deletion, deletionOf, trackedFiles, Workplace } from './workplace.ts';

const PAGE = 'lab/results/without.md';

interface Outcome {
  name: string;
  deletion: Deletion;
  /** Complaints: empty when all is well, absent when nobody was asked. */
  types: string[];
  lint: string[];
  unused?: string[];
  tests?: string[];
  seconds: number;
}

const { values, positionals } = parseArgs({
  options: {
    imports: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    'of-the-day': { type: 'string' },
    'all-tests': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const isQuick = values.quick;

function chosen(): readonly Candidate[] {
  const unknown = positionals.filter((name) => !CANDIDATES.some((candidate) => candidate.name === name));
  if (unknown.length > 0) throw new Error(`Not in lab/without/candidates.ts: ${unknown.join(', ')}`);
  return positionals.length === 0 ? CANDIDATES : CANDIDATES.filter(({ name }) => positionals.includes(name));
}

function linesWith(output: string, pattern: RegExp): string[] {
  return [...new Set(output.split('\n').filter((line) => pattern.test(line)))];
}

/** The complaints of a program; its whole output if it failed without a line of the known form. */
function complaints({ ok, output }: { ok: boolean; output: string }, pattern: RegExp): string[] {
  if (ok) return [];
  const lines = linesWith(output, pattern);
  return lines.length > 0 ? lines : [output.trim().slice(-500)];
}

/** The rules of all, and the server's tests of the core and of whoever named the subject. */
function testsOf({ folders }: Deletion, { folder }: Workplace): string[] {
  if (values['all-tests']) return ['--exclude', 'tests/walls/**'];
  const servers = ['core', ...folders.map((each) => each.split('/').at(-1))].map(
    (subject) => `tests/${subject}/server`,
  );
  return ['--project', 'node', '--tags-filter=!full', ...globSync(['tests/*/rules', ...servers], { cwd: folder })];
}

function tryWithout(candidate: Candidate, place: Workplace): Outcome {
  const { name } = candidate;
  const started = performance.now();
  const deletion = deletionOf([candidate], tracked);
  place.delete(deletion);
  try {
    const types = complaints(place.run('tsc', ['-b', '.', 'lab']), /error TS/);
    const linting = ['--deny-warnings', '--format', 'unix', ...(isQuick ? [] : ['--type-aware'])];
    const lint = complaints(place.run('oxlint', linting), /^\S+:\d+:\d+:/);
    // Without types nothing else says more.
    const further = isQuick || types.length > 0 ? {} : furtherOf(deletion, place);
    return { name, deletion, types, lint, ...further, seconds: (performance.now() - started) / 1000 };
  } finally {
    place.putBack(deletion);
  }
}

function furtherOf(deletion: Deletion, place: Workplace): Pick<Outcome, 'unused' | 'tests'> {
  const unused = complaints(place.run('knip', ['--include', 'files']), /^(src|server|sw|tests|lab|scripts)\//);
  const tests = complaints(place.run('vitest', ['run', ...testsOf(deletion, place)]), /^\s*(FAIL|Error:)/);
  return { unused, tests };
}

function isGone({ types, lint, unused = [], tests = [], deletion }: Outcome): boolean {
  return [types, lint, unused, tests].every(({ length }) => length === 0) && deletion.elsewhere <= GOAL;
}

function verdict(found: string[] | undefined): string {
  if (found === undefined) return '–';
  return found.length === 0 ? '✓' : `✗ ${found.length}`;
}

function sizeOf({ deleted, inLists, elsewhere }: Deletion): string {
  return `${deleted.size} files, ${inLists} + ${elsewhere} lines`;
}

function tell(outcome: Outcome): void {
  const { name, deletion, types, lint, unused, tests, seconds } = outcome;
  const parts = Object.entries({ types, lint, unused, tests }).map(([what, found]) => `${what} ${verdict(found)}`);
  const said = [sizeOf(deletion), ...parts].join(', ');
  console.log(`${isGone(outcome) ? '✓' : '✗'} ${name}: ${said} (${Math.round(seconds)} s)`);
  for (const found of [types, lint, unused ?? [], tests ?? []])
    for (const line of found.slice(0, 12)) console.log(`    ${line}`);
}

const outcomes: Outcome[] = [];

/** A run of all takes long: one that is ended early leaves what it saw. */
function write(): void {
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
  const day = new Date().toISOString().slice(0, 10);
  const rows = outcomes.map(({ name, deletion, types, lint, unused, tests }) => {
    const { deleted, inLists, elsewhere } = deletion;
    const cells = [name, deleted.size, inLists, elsewhere, ...[types, lint, unused, tests].map(verdict)];
    return `| ${cells.join(' | ')} |`;
  });
  const tried = new Set(outcomes.map(({ name }) => name));
  const others = CANDIDATES.filter(({ name }) => !tried.has(name)).map((candidate) => {
    const deletion = deletionOf([candidate], tracked);
    const imports = danglingImports(deletion, tracked).length;
    const { deleted, inLists, elsewhere } = deletion;
    return `| ${candidate.name} | ${deleted.size} | ${inLists} | ${elsewhere} | ✗ ${imports} imports | – | – | – |`;
  });
  const gone = outcomes.filter(isGone).length;
  const generated = [
    `${gone} of ${CANDIDATES.length} can be deleted, at ${commit} on ${day}, on ${machineName()}.`,
    '',
    '| subject | files | lines in lists | elsewhere | types | lint | unused | tests |',
    '|---|---:|---:|---:|---|---|---|---|',
    ...rows,
    ...others,
  ].join('\n');
  writeFileSync(PAGE, withGenerated(readFileSync(PAGE, 'utf8'), 'npm run lab -- without', generated));
}

function listImports(): void {
  for (const candidate of chosen()) {
    const deletion = deletionOf([candidate], tracked);
    const found = danglingImports(deletion, tracked);
    console.log(`${found.length === 0 ? '✓' : '✗'} ${candidate.name}: ${sizeOf(deletion)}`);
    for (const line of found) console.log(`    ${line}`);
    if (found.length > 0) process.exitCode = 1;
  }
}

function tryAll(): void {
  if (!compileWhole()) process.exit(1);
  const place = new Workplace(tracked);
  try {
    for (const candidate of chosen()) {
      const outcome = tryWithout(candidate, place);
      outcomes.push(outcome);
      tell(outcome);
      if (!isGone(outcome)) process.exitCode = 1;
      if (positionals.length === 0) write();
    }
  } finally {
    place.dispose();
  }
  console.log(`${outcomes.filter(isGone).length} of ${outcomes.length} can be deleted`);
}

/**
 * Several at once, for `npm test`: the linter that asks for types loads the house once, and needs nothing that a compiler
 * remembers. tests/house/without.test.ts has seen that nobody imports any one of them.
 */
function tryTogether(count: number): void {
  const candidates = ofTheDay(CANDIDATES, count, new Date().getDate());
  const deletion = deletionOf(candidates, tracked);
  const place = new Workplace(tracked);
  try {
    place.delete(deletion);
    const found = complaints(place.run('oxlint', [...LINT_AND_TYPES.slice(1), '--format', 'unix']), /^\S+:\d+:\d+:/);
    const names = candidates.map(({ name }) => name).join(', ');
    console.log(`${found.length === 0 ? '✓' : '✗'} without ${names}: ${sizeOf(deletion)}`);
    for (const line of found) console.log(`    ${line}`);
    if (found.length > 0) process.exitCode = 1;
  } finally {
    place.dispose();
  }
}

process.chdir(join(import.meta.dirname, '../..'));
const tracked = trackedFiles();
if (values['of-the-day'] !== undefined) tryTogether(Number(values['of-the-day']));
else if (values.imports) listImports();
else tryAll();
