// `npm start`: loads the server, unless the process is to become or to supervise another version.
import { withCompiledCode } from './compiledCode.ts';
import { isTakenOver } from './starts.ts';

if (!(await isTakenOver('server/main.ts'))) await withCompiledCode(() => import('./serve.ts'));
