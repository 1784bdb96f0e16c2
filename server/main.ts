// `npm start`: loads the server, unless the process is to become or to supervise another version.
import { isTakenOver } from './starts.ts';

if (!(await isTakenOver('server/main.ts'))) await import('./serve.ts');
