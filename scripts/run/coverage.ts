// `npm run coverage`: measures how much of src/domain, server and sw the tests run. The service worker runs in a real
// browser: what Chromium counts there is assigned to the files of sw/ by the source map, and added to what unit tests
// run.
import { globSync, readFileSync, rmSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { join, relative } from 'node:path';
import { createCoverageMap, type CoverageMapData } from '@vitest/istanbul-lib-coverage';
import { convert, type Options } from 'ast-v8-to-istanbul';
import { parseAstAsync } from 'vite';
import { printTimes, runSteps } from './steps.ts';

const ROOT = join(import.meta.dirname, '../..');
const WORKER = join(ROOT, 'dist/sw.js');
const FOLDER = 'test-results/coverage';
const COUNTED = join(FOLDER, 'worker');
const UNIT = join(FOLDER, 'unit');

type SourceMap = NonNullable<Options['sourceMap']>;

/** The share of each file of sw/ that ran in the browsers. */
async function workerCoverage() {
  const map = createCoverageMap();
  const code = readFileSync(WORKER, 'utf8');
  const ast = await parseAstAsync(code);
  const sourceMap: SourceMap = JSON.parse(readFileSync(`${WORKER}.map`, 'utf8'));
  for (const file of globSync(`${COUNTED}/*.json`)) {
    const functions: Profiler.FunctionCoverage[] = JSON.parse(readFileSync(file, 'utf8'));
    const coverage = { url: `file://${WORKER}`, functions };
    map.merge(await convert({ code, ast, coverage, sourceMap }));
  }
  map.filter((path) => relative(ROOT, path).startsWith('sw/'));
  return map;
}

function percent({ covered, total }: { covered: number; total: number }): string {
  return total === 0 ? '-' : `${((100 * covered) / total).toFixed(1)} %`;
}

rmSync(FOLDER, { recursive: true, force: true });
process.env.WORKER_COVERAGE = join(ROOT, COUNTED);
const outcomes = await runSteps([
  { name: 'build', command: ['node', 'scripts/prepare.mjs', 'build', 'chromium'] },
  {
    name: 'tests',
    command: [
      'vitest',
      'run',
      '--coverage',
      `--coverage.reportsDirectory=${UNIT}`,
      '--coverage.reporter=json',
      '--coverage.reporter=text',
    ],
    needs: ['build'],
  },
  { name: 'journeys', command: ['playwright', 'test', ...process.argv.slice(2)], needs: ['build'], after: ['tests'] },
]);
const browser = await workerCoverage();
const both = createCoverageMap();
const unit: CoverageMapData = JSON.parse(readFileSync(join(UNIT, 'coverage-final.json'), 'utf8'));
both.merge(unit);
both.filter((path) => relative(ROOT, path).startsWith('sw/'));
both.merge(browser);

console.log('\nThe worker: branches and lines that a real browser ran, and with those that pure tests ran');
for (const path of both.files().toSorted()) {
  const inBrowser = browser.files().includes(path) ? browser.fileCoverageFor(path).toSummary() : undefined;
  const all = both.fileCoverageFor(path).toSummary();
  const cells = [inBrowser?.branches, inBrowser?.lines, all.branches, all.lines];
  const figures = cells.map((cell) => (cell ? percent(cell) : '-').padStart(8));
  console.log(`${relative(ROOT, path).padEnd(36)} ${figures.join(' ')}`);
}
const { branches, lines } = both.getCoverageSummary();
const ran = browser.getCoverageSummary();
const sums = [ran.branches, ran.lines, branches, lines].map((cell) => percent(cell).padStart(8));
console.log(`${'all of sw'.padEnd(36)} ${sums.join(' ')}`);
printTimes(outcomes);
process.exitCode = outcomes.some(({ failed }) => failed) ? 1 : 0;
