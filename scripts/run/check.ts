// `npm run check`: the checks that take less than half a minute together, to be run often while changing the code.
import { LINT_AND_TYPES, printTimes, runSteps } from './steps.ts';

const outcomes = await runSteps([
  { name: 'lint', command: LINT_AND_TYPES },
  { name: 'format', command: ['oxfmt', '--check'] },
  // The socket's tests have a real server behind them, and 300 reconnects take their time.
  {
    name: 'unit tests',
    command: ['vitest', 'run', 'tests/unit', '--tags-filter=!full', '--exclude', 'tests/nodes/rules/socket/**'],
  },
]);
console.log('');
printTimes(outcomes);
process.exitCode = outcomes.some(({ failed }) => failed) ? 1 : 0;
