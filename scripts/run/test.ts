// `npm test`: every check, in the order in which a failure is cheapest to learn of. The first that fails ends the run.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';

const VITEST_RESULTS = 'test-results/vitest.json';
const PLAYWRIGHT_RESULTS = 'test-results/results.json';

const STEPS: { name: string; command: string[] }[] = [
  { name: 'Types', command: ['tsc', '-b'] },
  {
    name: 'Lint (the doors of the house, hooks, unsafe types)',
    command: ['oxlint', '--type-aware', '--deny-warnings'],
  },
  { name: 'Format', command: ['oxfmt', '--check'] },
  { name: 'Unused files, exports and dependencies', command: ['knip'] },
  {
    name: 'Rules, worker, server and screens, and how much of the first three they reach',
    command: [
      'vitest',
      'run',
      '--coverage',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${VITEST_RESULTS}`,
    ],
  },
  { name: 'Journeys in a real browser', command: ['playwright', 'test'] },
];

interface Counts {
  passed: number;
  failed: number;
}

function readCounts(): Counts {
  const counts = { passed: 0, failed: 0 };
  if (existsSync(VITEST_RESULTS)) {
    const vitest: { numPassedTests: number; numFailedTests: number } = JSON.parse(readFileSync(VITEST_RESULTS, 'utf8'));
    counts.passed += vitest.numPassedTests;
    counts.failed += vitest.numFailedTests;
  }
  if (existsSync(PLAYWRIGHT_RESULTS)) {
    const { stats }: { stats: { expected: number; unexpected: number } } = JSON.parse(
      readFileSync(PLAYWRIGHT_RESULTS, 'utf8'),
    );
    counts.passed += stats.expected;
    counts.failed += stats.unexpected;
  }
  return counts;
}

function runSteps(): string | undefined {
  for (const { name, command } of STEPS) {
    console.log(`\n→ ${name}`);
    const started = performance.now();
    const [program = '', ...args] = command;
    const { status } = spawnSync(`node_modules/.bin/${program}`, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    if (status !== 0) return name;
    console.log(`  done in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  }
  return undefined;
}

rmSync('test-results', { recursive: true, force: true });
mkdirSync('test-results', { recursive: true });
const failedStep = runSteps();
const { passed, failed } = readCounts();
if (failedStep) console.log(`\nFailed: ${failedStep}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failedStep ? 1 : 0;
