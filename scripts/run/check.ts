// `npm run check`: the checks that take less than half a minute together, to be run often while changing the code.
import { LINT_AND_TYPES, printTimes, runSteps } from './steps.ts';

/** The folders of the tests that need no server: the rules, the worker, what remembers things in a browser, small parts. */
const WITHOUT_SERVER = [
  'rules/',
  'browser/',
  'tests/worker/',
  'tests/walls/',
  'core/screens/state/',
  'core/screens/ui/',
];

const outcomes = await runSteps([
  { name: 'lint', command: LINT_AND_TYPES },
  { name: 'format', command: ['oxfmt', '--check'] },
  // The socket's tests have a real server behind them, and 300 reconnects take their time.
  {
    name: 'unit tests',
    command: ['vitest', 'run', ...WITHOUT_SERVER, '--tags-filter=!full', '--exclude', 'tests/nodes/rules/socket/**'],
  },
]);
console.log('');
printTimes(outcomes);
process.exitCode = outcomes.some(({ failed }) => failed) ? 1 : 0;
