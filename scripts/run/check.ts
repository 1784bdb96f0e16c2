// `npm run check`: the checks that take less than half a minute together, to be run often while changing the code.
import { printTimes, runSteps } from './steps.ts';

const outcomes = await runSteps([
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'unit tests', command: ['vitest', 'run', 'tests/unit'] },
]);
console.log('');
printTimes(outcomes);
process.exitCode = outcomes.some(({ failed }) => failed) ? 1 : 0;
