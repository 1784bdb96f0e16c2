// `npm run lab -- mutants [FILE…] [-- --concurrency N]`: breaks the rules in two thousand small ways and counts how many
// of these mutants the pure tests notice. Exit code 1 when a group falls below its goal, when a mutant survives that
// survivors.json does not name, or when one that it names is noticed now or gone. With files (or globs) only their
// survivors are shown, and nothing is judged.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { GROUPS, NOT_MUTATED } from './groups.ts';
import { differenceOf, type Report, scoreOf, type Survivor, survivorsOf } from './report.ts';

const FOLDER = 'lab/mutants';
const STRYKER = `${FOLDER}/node_modules/@stryker-mutator/core`;
const REPORT = 'test-results/mutants.json';
const SURVIVORS = `${FOLDER}/survivors.json`;

function readJson(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The timeout of one part: a hanging one must not keep the others from being measured. */
const PART_MS = 45 * 60_000;

function run(program: string, args: string[], timeout?: number): boolean {
  // In a zone whose clock changes twice a year, because the tests of the night cannot change it in Stryker's threads.
  const env = { ...process.env, TZ: 'Europe/Berlin' };
  return spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'], env, timeout }).status === 0;
}

/**
 * Stryker has a folder and a lock file of its own: its 177 packages (63 MB) would make every `npm ci` 17 seconds
 * longer, for a command that is run now and then.
 */
function install(): void {
  const { devDependencies: wanted }: { devDependencies: Record<string, string> } = readJson(`${FOLDER}/package.json`);
  const manifest = `${STRYKER}/package.json`;
  const installed: { version?: string } = existsSync(manifest) ? readJson(manifest) : {};
  if (installed.version === wanted['@stryker-mutator/core']) return;
  console.log('→ Installing Stryker (only when its version changed)…');
  if (!run('npm', ['ci', '--prefix', FOLDER, '--no-audit', '--no-fund', '--loglevel=error'])) process.exit(1);
}

/**
 * A folder after the other. In one go Stryker waits for each mutant that never ends, and runs for each of the module's
 * own constants, as long as the tests of all folders take: a whole run then needs more than a day.
 */
function tryMutants(globs: string[], concurrency: string): Report {
  const files = globs.flatMap((glob) => globSync(glob, { exclude: NOT_MUTATED })).sort();
  const report: Report = { files: {} };
  for (const [folder, part = []] of Object.entries(Object.groupBy(files, (file) => dirname(file)))) {
    console.log(`→ ${folder}`);
    const options = ['--mutate', part.join(','), '--concurrency', concurrency, '--logLevel', 'warn'];
    const stryker = [`${STRYKER}/bin/stryker.js`, 'run', `${FOLDER}/stryker.config.json`, ...options];
    if (run(process.execPath, stryker, PART_MS)) {
      Object.assign(report.files, readJson(REPORT).files);
      // Replaces the part's own report: an interrupted run leaves its measurements.
      writeFileSync(REPORT, JSON.stringify(report));
    } else {
      process.exitCode = 1;
      rmSync('.mutants', { recursive: true, force: true });
      console.log(`✗ ${folder} was not measured to its end, and is counted nowhere below`);
    }
  }
  return report;
}

function show({ file, line, code, mutant }: Survivor & { line?: number }): void {
  console.log(`  ${file}${line === undefined ? '' : `:${line}`}\n    ${JSON.stringify({ code, mutant })}`);
}

function complain(sentence: string, survivors: (Survivor & { line?: number })[]): void {
  if (survivors.length === 0) return;
  process.exitCode = 1;
  console.log(`\n✗ ${sentence}`);
  survivors.forEach(show);
}

function judge(report: Report): void {
  for (const group of GROUPS) {
    const { noticed, survived, unreached, percent } = scoreOf(report, group);
    const enough = percent >= group.goal;
    if (!enough) process.exitCode = 1;
    const figures = `${percent.toFixed(1)} % of ${noticed + survived} noticed (goal ${group.goal} %)`;
    console.log(
      `${enough ? '✓' : '✗'} ${group.name}: ${figures}, ${survived} survived, ${unreached} of them unreached`,
    );
  }
  const listed: Survivor[] = readJson(SURVIVORS);
  const { unlisted, gone } = differenceOf(survivorsOf(report), listed);
  complain(`Noticed by no test: write one, or name it in ${SURVIVORS} with the reason`, unlisted);
  complain(`In ${SURVIVORS}, but noticed now or gone: take it out`, gone);
}

const { values, positionals } = parseArgs({
  options: { concurrency: { type: 'string', default: String(availableParallelism()) } },
  allowPositionals: true,
});
const started = performance.now();
install();
if (positionals.length > 0) {
  const survivors = survivorsOf(tryMutants(positionals, values.concurrency));
  console.log(`${survivors.length} survived`);
  survivors.forEach(show);
} else {
  judge(
    tryMutants(
      GROUPS.flatMap(({ files }) => files),
      values.concurrency,
    ),
  );
}
console.log(`${((performance.now() - started) / 60_000).toFixed(1)} minutes`);
