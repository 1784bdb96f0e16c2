// `npm test`: runs all checks, in parallel where possible. The last line tells how many tests passed.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { printTimes, runSteps, type Step } from './steps.ts';

const VITEST_RESULTS = 'test-results/vitest.json';
const POSTGRES_RESULTS = 'test-results/postgres.json';
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
      'tests/trials/postgres/main.ts',
      // What only PostgreSQL can do wrong. The other tests of the server run there with `npm run test:postgres`.
      'tests/server/postgres',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${POSTGRES_RESULTS}`,
    ],
    needs: ['build'],
    after: [...CHECKS, 'tests'],
  },
  { name: 'journeys', command: ['playwright', 'test'], needs: ['build', 'browser'], after: CHECKS },
];

interface Counts {
  passed: number;
  failed: number;
}

function readCounts(): Counts {
  const counts = { passed: 0, failed: 0 };
  for (const results of [VITEST_RESULTS, POSTGRES_RESULTS].filter((file) => existsSync(file))) {
    const vitest: { numPassedTests: number; numFailedTests: number } = JSON.parse(readFileSync(results, 'utf8'));
    counts.passed += vitest.numPassedTests;
    counts.failed += vitest.numFailedTests;
  }
  if (existsSync(PLAYWRIGHT_RESULTS)) {
    const { stats }: { stats: { expected: number; flaky: number; unexpected: number } } = JSON.parse(
      readFileSync(PLAYWRIGHT_RESULTS, 'utf8'),
    );
    // Playwright counts a test that passed only when it was repeated as flaky, not as expected.
    counts.passed += stats.expected + stats.flaky;
    counts.failed += stats.unexpected;
  }
  return counts;
}

rmSync('test-results', { recursive: true, force: true });
mkdirSync('test-results', { recursive: true });
const started = performance.now();
const outcomes = await runSteps(STEPS);
const { passed, failed } = readCounts();
const failedSteps = outcomes.filter((outcome) => outcome.failed).map(({ name }) => name);
console.log('');
printTimes([
  ...outcomes,
  { name: 'all', seconds: (performance.now() - started) / 1000, failed: failedSteps.length > 0 },
]);
if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(', ')}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failedSteps.length > 0 ? 1 : 0;
