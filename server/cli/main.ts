// `npm run --silent cli -- COMMAND`: runs one command for the operator. Stdout contains only its result; the exit code
// says whether it worked.
import { createForOwnerOnly } from '../db/ownerOnly.ts';
import { inOneLine } from '../errors.ts';
import { readSettings } from '../settings/settings.ts';
import { runCommandLine } from './commandLine.ts';

createForOwnerOnly();
const printError = (text: string) => process.stderr.write(`${text}\n`);
try {
  process.exitCode = await runCommandLine(process.argv.slice(2), {
    settings: readSettings,
    print: (line) => process.stdout.write(`${line}\n`),
    printError,
    ...(process.stdout.isTTY && process.stderr.isTTY ? { hint: printError } : {}),
  });
} catch (error) {
  printError(`The command failed: ${inOneLine(error)}`);
  process.exitCode = 1;
}
