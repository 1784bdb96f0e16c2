// `npm test`: everything a change may break. What has time limits runs alone, one after the other; types, rules and other
// checks take what it leaves of the processor. With `--full` (`npm run test:full`) also what is slow and rare, all of the server's
// tests on PostgreSQL, the object store, other engines and a thousand years on a wall. Nothing is tried twice. The last line
// tells how many tests passed.
import { mkdirSync, rmSync } from 'node:fs';
import { moveTemporaryFoldersToMemory } from './temporaryFolders.ts';
import { LINT_AND_TYPES, printTimes, runSteps, type Step, WITHOUT_SERVER } from './steps.ts';
import { nameOf, readPlaywrightResults, readVitestResults } from './testResults.ts';

const IS_FULL = process.argv.includes('--full');
const PLAYWRIGHT_RESULTS = 'test-results/results.json';

const CHECKS = ['lint', 'format', 'unused', 'rules'];

function resultsOf(name: string): string {
  return `test-results/${name}.json`;
}

/** Slow and rare tests are tagged; only the full lane runs these. */
const WITHOUT_SLOW_TESTS = IS_FULL ? [] : ['--tags-filter=!full'];

/** All others. */
const WITH_SERVER = WITHOUT_SERVER.flatMap((folder) => ['--exclude', `**/${folder}**`]);

function withResults(name: string, ...command: Step['command']): Step['command'] {
  return [...command, '--reporter=default', '--reporter=json', `--outputFile.json=${resultsOf(name)}`];
}

const STEPS: Step[] = [
  { name: 'build', command: ['node', 'scripts/prepare.mjs', 'build'] },
  { name: 'browser', command: ['node', 'scripts/prepare.mjs', 'chromium', 'programs'] },
  {
    name: 'journeys',
    command: ['playwright', 'test'],
    needs: ['build', 'browser'],
  },
  // Types too: the linter asks the same compiler, and to load all files twice would take twice as long. This, the other
  // checks and the rules wait for nothing but the processor: they take what the journeys leave of it.
  { name: 'lint', command: LINT_AND_TYPES, canWait: true },
  { name: 'format', command: ['oxfmt', '--check'], after: ['lint'], canWait: true },
  { name: 'unused', command: ['knip'], after: ['format'], canWait: true },
  // Behind everything else they have a tenth of the processor: their limit is only for a test that never ends.
  {
    name: 'rules',
    command: withResults('rules', 'vitest', 'run', ...WITHOUT_SERVER, ...WITHOUT_SLOW_TESTS, '--testTimeout=600000'),
    after: ['unused'],
    canWait: true,
  },
  {
    name: 'tests',
    command: withResults('tests', 'vitest', 'run', ...WITH_SERVER, ...WITHOUT_SLOW_TESTS),
    needs: ['build'],
    // Beside the journeys they would have to wait so long for the processor that their time limits end them.
    after: ['journeys'],
  },
  {
    name: 'postgres',
    command: withResults(
      'postgres',
      'node',
      'scripts/run/onPostgres.ts',
      ...(IS_FULL ? [] : ['--contract']),
      ...WITHOUT_SLOW_TESTS,
    ),
    needs: ['build'],
    after: ['tests'],
  },
];

/** Whether types and lint stand without a subject: without each that can be deleted, or without three, others on each day. */
const WITHOUT: Step = {
  name: 'without',
  command: ['node', 'lab/main.ts', 'without', ...(IS_FULL ? ['--quick'] : ['--of-the-day', '3'])],
  after: [...CHECKS, ...(IS_FULL ? ['types', 'postgres'] : [])],
  canWait: true,
};

/** When all else has ended. Those that start servers and browsers of their own come one after the other. */
const FULL_STEPS: Step[] = [
  { name: 'types', command: ['tsc', '-b', '.', 'lab'], after: CHECKS, canWait: true },
  {
    name: 'store',
    command: withResults('store', 'node', 'scripts/run/onStore.ts'),
    after: ['tests', 'postgres', 'journeys'],
  },
  { name: 'engines', command: ['node', 'lab/main.ts', 'engines'], needs: ['build'], after: ['store'] },
  // Beside these it takes what they leave of the processor.
  {
    name: 'walls',
    command: ['node', 'lab/walls/main.ts', '--years', '1000', '--seed', '6001'],
    needs: ['build', 'browser'],
    after: ['tests', 'postgres', 'journeys'],
    canWait: true,
  },
];

function printList(title: string, names: readonly string[]): void {
  if (names.length > 0) console.log(`\n${title}:\n${names.map((name) => `  ${name}`).join('\n')}`);
}

rmSync('test-results', { recursive: true, force: true });
mkdirSync('test-results', { recursive: true });
moveTemporaryFoldersToMemory();
const started = performance.now();
const outcomes = await runSteps([...STEPS, ...(IS_FULL ? FULL_STEPS : []), WITHOUT]);
const results = [
  ...['rules', 'tests', 'postgres', 'store'].map((name) => readVitestResults(resultsOf(name), IS_FULL)),
  readPlaywrightResults(PLAYWRIGHT_RESULTS),
];
const failedTests = results.flatMap(({ failed }) => failed.map(nameOf));
const leftOut = results.flatMap(({ skipped }) => skipped.map(nameOf));
const failedSteps = outcomes.filter((outcome) => outcome.failed).map(({ name }) => name);
const seconds = (performance.now() - started) / 1000;
console.log('');
printTimes([...outcomes, { name: 'all', seconds, failed: failedSteps.length > 0 }]);
printList('Left out, since this machine lacks what they need', leftOut);
printList('Failed tests', failedTests);
if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(', ')}`);
const passed = results.reduce((sum, result) => sum + result.passed, 0);
console.log(`${passed} passed, ${failedTests.length} failed, ${leftOut.length} left out`);
process.exitCode = failedSteps.length > 0 ? 1 : 0;
