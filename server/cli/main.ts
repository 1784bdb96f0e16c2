import { runCommandLine } from './commandLine.ts';
import { readSettings } from '../settings/settings.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), {
  settings: readSettings,
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
});
