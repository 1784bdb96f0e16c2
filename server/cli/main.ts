// `npm run --silent cli -- COMMAND`: runs one command for the operator, in the version that serves the library. Stdout
// contains only its result; the exit code says whether it worked.
import { withCompiledCode } from '../compiledCode.ts';
import { isTakenOver } from '../starts.ts';

if (!(await isTakenOver('server/cli/main.ts'))) {
  const { runForOperator } = await withCompiledCode(() => import('./commandLine.ts'));
  await runForOperator();
}
