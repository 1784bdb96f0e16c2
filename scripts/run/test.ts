// `npm test`: runs all checks, in parallel where possible. The last line tells how many tests passed.
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { printTimes, runSteps, type Step } from './steps.ts';
import { nameOf, readPlaywrightResults, readVitestResults, type TestResults } from './testResults.ts';

const VITEST_RESULTS = 'test-results/vitest.json';
const POSTGRES_RESULTS = 'test-results/postgres.json';
const REPEATED_RESULTS = 'test-results/repeated.json';
const PLAYWRIGHT_RESULTS = 'test-results/results.json';

/** The journeys use what is left of the cores, and fail where a browser has to wait for too long. */
const BESIDE_JOURNEYS = Math.max(2, availableParallelism() - 1);

const CHECKS = ['types', 'lint', 'format', 'unused'];

const STEPS: Step[] = [
  { name: 'build', command: ['node', 'scripts/prepare.mjs', 'build'] },
  { name: 'browser', command: ['node', 'scripts/prepare.mjs', 'chromium'] },
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'unused', command: ['knip'] },
  {
    name: 'tests',
    command: [
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${VITEST_RESULTS}`,
      `--maxWorkers=${BESIDE_JOURNEYS}`,
    ],
    needs: ['build'],
    after: CHECKS,
  },
  {
    name: 'postgres',
    command: [
      'node',
      'scripts/run/onPostgres.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${POSTGRES_RESULTS}`,
    ],
    needs: ['build'],
    after: [...CHECKS, 'tests'],
  },
  { name: 'journeys', command: ['playwright', 'test'], needs: ['build', 'browser'], after: CHECKS },
];

/**
 * Runs the files of the failed tests once more, alone: a build machine that stalls for seconds is no defect. What
 * passes now is told as flaky.
 */
async function repeatAlone({ passed, failed }: TestResults): Promise<TestResults> {
  const files = new Set(failed.map(({ file }) => file));
  const command: Step['command'] = ['vitest', 'run', ...files, '--reporter=default', '--reporter=json'];
  await runSteps([{ name: 'repeated', command: [...command, `--outputFile.json=${REPEATED_RESULTS}`] }]);
  const again = readVitestResults(REPEATED_RESULTS);
  const names = again.failed.map(nameOf);
  const flaky = failed.map(nameOf).filter((name) => !names.includes(name));
  return { passed: passed + flaky.length, failed: again.failed, flaky };
}

function printList(title: string, names: readonly string[]): void {
  if (names.length > 0) console.log(`\n${title}:\n${names.map((name) => `  ${name}`).join('\n')}`);
}

rmSync('test-results', { recursive: true, force: true });
mkdirSync('test-results', { recursive: true });
const started = performance.now();
const outcomes = await runSteps(STEPS);
let tests = readVitestResults(VITEST_RESULTS);
const testsStep = outcomes.find(({ name }) => name === 'tests');
if (process.env.CI && testsStep && tests.failed.length > 0) {
  tests = await repeatAlone(tests);
  testsStep.failed = tests.failed.length > 0;
}
const results = [tests, readVitestResults(POSTGRES_RESULTS), readPlaywrightResults(PLAYWRIGHT_RESULTS)];
const failedTests = results.flatMap(({ failed }) => failed.map(nameOf));
const failedSteps = outcomes.filter((outcome) => outcome.failed).map(({ name }) => name);
const seconds = (performance.now() - started) / 1000;
console.log('');
printTimes([...outcomes, { name: 'all', seconds, failed: failedSteps.length > 0 }]);
printList(
  'Passed only when repeated',
  results.flatMap(({ flaky }) => flaky),
);
printList('Failed tests', failedTests);
if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(', ')}`);
console.log(`${results.reduce((sum, { passed }) => sum + passed, 0)} passed, ${failedTests.length} failed`);
process.exitCode = failedSteps.length > 0 ? 1 : 0;
