// `npm run --silent cli -- COMMAND`: runs one command for the operator. Stdout contains only its result; the exit code
// says whether it worked.
import { readSettings } from '../settings/settings.ts';
import { runCommandLine } from './commandLine.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), {
  settings: readSettings,
  print: (line) => process.stdout.write(`${line}\n`),
  printError: (text) => process.stderr.write(`${text}\n`),
});
