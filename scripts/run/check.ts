// `npm run check`: the checks that take less than half a minute together, to be run often while changing the code.
import { LINT_AND_TYPES, printTimes, runSteps, WITHOUT_SERVER } from './steps.ts';

const outcomes = await runSteps([
  { name: 'lint', command: LINT_AND_TYPES },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'unit tests', command: ['vitest', 'run', ...WITHOUT_SERVER, '--tags-filter=!full'] },
]);
console.log('');
printTimes(outcomes);
process.exitCode = outcomes.some(({ failed }) => failed) ? 1 : 0;
