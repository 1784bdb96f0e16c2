// `npm run check`: the checks that take half a minute together, to be run often while changing the code.
import { LINT_AND_TYPES, printTimes, runSteps, WITHOUT_SERVER } from './steps.ts';

/** All but years on a wall, which take as long as the others together. */
const QUICK = WITHOUT_SERVER.filter((folder) => folder !== 'tests/walls/');

const outcomes = await runSteps([
  { name: 'lint', command: LINT_AND_TYPES },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'unit tests', command: ['vitest', 'run', ...QUICK, '--tags-filter=!full'] },
]);
console.log('');
printTimes(outcomes);
process.exitCode = outcomes.some(({ failed }) => failed) ? 1 : 0;
