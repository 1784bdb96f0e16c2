// `npm run lab -- faults`: what goes wrong in the world, done to a real server on purpose, and the table of it in lab/results/mishaps.md.
// Exit code 1 when anything did not hold, such as an acknowledged photo that is lost.
//   -- --only ID,ID     some faults or mishaps; `mishaps` means all of the table but the slow faults
//   -- --report         tries nothing and only writes the table anew from the last results
//   -- --short, --kills N, --cuts N, --aborts N, --sequences N     other numbers, of which the table is not told
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { withGenerated } from '../generatedSection.ts';
import { machineName } from '../machine.ts';
import { type Finding, FULL, type Measure, onServer, SHORT } from './fault.ts';
import { FAULTS } from './faults.ts';
import type { FirstRelease, Results, Run } from './mishaps/mishap.ts';
import { MISHAPS } from './mishaps/mishaps.ts';
import { REPORT_COMMAND, reportOf } from './mishaps/report.ts';
import { findingOf, runTestFiles } from './mishaps/testRuns.ts';

const RESULTS = new URL('../results/mishaps.json', import.meta.url);
const FIRST_RELEASE = new URL('mishaps/firstRelease.json', import.meta.url);
const PAGE = new URL('../results/mishaps.md', import.meta.url);
const ALL_QUICK = 'mishaps';

function readResults(): Results {
  return existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : { machine: '', runs: {} };
}

function now(): Pick<Run, 'measuredAt' | 'load'> {
  return { measuredAt: new Date().toISOString(), load: Math.round(loadavg()[1] ?? 0) };
}

/** Faults that are not run this time keep their last result. */
function keep(id: string, run: Run): void {
  const { runs } = readResults();
  const order = [...FAULTS, ...MISHAPS].map((one) => one.id);
  const rounded = { ...run, seconds: Number(run.seconds.toFixed(1)) };
  const all = Object.entries({ ...runs, [id]: rounded }).sort(
    ([one], [other]) => order.indexOf(one) - order.indexOf(other),
  );
  const results: Results = { machine: machineName(), runs: Object.fromEntries(all) };
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
}

function writePage(): void {
  const firstRelease: FirstRelease = JSON.parse(readFileSync(FIRST_RELEASE, 'utf8'));
  const report = reportOf(MISHAPS, firstRelease, readResults());
  writeFileSync(PAGE, withGenerated(readFileSync(PAGE, 'utf8'), REPORT_COMMAND, report));
}

function tell(name: string, seconds: number, { figures, broken }: Finding): void {
  console.log(`${broken.length === 0 ? '✓' : '✗'} ${name} (${Math.round(seconds)} s)`);
  const said = Object.entries(figures).map(([what, value]) => `${what} ${value}`);
  if (said.length > 0) console.log(`    ${said.join(', ')}`);
  for (const sentence of broken) console.log(`    BROKEN: ${sentence}`);
  if (broken.length > 0) process.exitCode = 1;
}

async function runFaults(ids: ReadonlySet<string>, measure: Measure, isKept: boolean): Promise<void> {
  const faults = FAULTS.filter(({ id }) => ids.has(id));
  // Its compiled code is stored for the many starts after it.
  if (faults.length > 0) await onServer((server) => server.stop());
  for (const fault of faults) {
    const started = performance.now();
    const { figures, broken } = await fault.run(measure);
    const seconds = (performance.now() - started) / 1_000;
    tell(fault.name, seconds, { figures, broken });
    const wasTried = !('skipped' in figures);
    if (isKept && wasTried) keep(fault.id, { ...now(), seconds, figures, broken });
  }
}

async function runTests(ids: ReadonlySet<string>): Promise<void> {
  const chosen = MISHAPS.flatMap(({ id, attack, by }) =>
    ids.has(id) && 'tests' in by ? [{ id, attack, tests: by.tests }] : [],
  );
  const files = [...new Set(chosen.flatMap(({ tests }) => Object.keys(tests)))];
  if (files.length === 0) return;
  const outcomes = await runTestFiles(files);
  for (const { id, attack, tests } of chosen) {
    const { seconds, figures, broken } = findingOf(tests, outcomes);
    tell(attack, seconds, { figures, broken });
    keep(id, { ...now(), seconds, figures, broken });
  }
}

const { values } = parseArgs({
  options: {
    short: { type: 'boolean' },
    only: { type: 'string' },
    report: { type: 'boolean' },
    kills: { type: 'string' },
    cuts: { type: 'string' },
    aborts: { type: 'string' },
    sequences: { type: 'string' },
  },
});
const all = [...FAULTS, ...MISHAPS.filter(({ by }) => 'tests' in by)].map(({ id }) => id);
const quick = all.filter((id) => !FAULTS.some((fault) => fault.id === id && fault.slow));
const wanted = values.only?.split(',').flatMap((id) => (id === ALL_QUICK ? quick : [id])) ?? all;
const unknown = wanted.find((id) => !all.includes(id));
if (unknown !== undefined) {
  console.error(`There is no "${unknown}", only ${[ALL_QUICK, ...all].join(', ')}`);
  process.exit(1);
}
const base = values.short ? SHORT : FULL;
const measure = {
  ...base,
  kills: Number(values.kills ?? base.kills),
  powerCuts: Number(values.cuts ?? base.powerCuts),
  aborts: Number(values.aborts ?? base.aborts),
  sequences: Number(values.sequences ?? base.sequences),
};
const isWhole = !(values.short || values.kills || values.cuts || values.aborts || values.sequences);
if (!values.report) {
  await runTests(new Set(wanted));
  await runFaults(new Set(wanted), measure, isWhole);
}
if (values.report || isWhole) writePage();
