import { parseArgs } from 'node:util';
import { hasDatabase } from '../db/libraryState.ts';
import { createDependencies } from '../dependencies.ts';
import { reasonOf, StartError, UserError } from '../errors.ts';
import type { Settings } from '../settings/settings.ts';
import { type Command, type CommandCall, UsageError } from './command.ts';
import { HTTPS_COMMANDS } from './httpsCommands.ts';
import { KEY_COMMANDS } from './keyCommands.ts';
import { MOVE_COMMAND } from './moveCommand.ts';
import { NODE_COMMANDS } from './nodeCommands.ts';
import { PHOTO_COMMANDS } from './photoCommands.ts';
import { SERVICE_COMMANDS } from './serviceCommand.ts';
import { USER_COMMANDS } from './userCommands.ts';

export interface Terminal {
  settings: () => Settings;
  /** Prints one line on stdout. */
  print: (line: string) => void;
  /** Prints one line, or more, on stderr. */
  printError: (text: string) => void;
  /** Prints one line beside the result, where a person reads along. */
  hint?: (line: string) => void;
}

const COMMANDS: Command[] = [
  ...KEY_COMMANDS,
  ...USER_COMMANDS,
  ...NODE_COMMANDS,
  ...PHOTO_COMMANDS,
  MOVE_COMMAND,
  ...HTTPS_COMMANDS,
  ...SERVICE_COMMANDS,
];
const FAILED = 1;

function usage(): string {
  const calls = COMMANDS.map((command) => `${command.name} ${command.parameters}`.trim());
  const width = Math.max(...calls.map((call) => call.length));
  const lines = COMMANDS.map((command, index) => `  ${(calls[index] ?? '').padEnd(width)}  ${command.does}`);
  return ['Usage: npm run --silent cli -- COMMAND', ...lines].join('\n');
}

function findCommand(args: string[]): Command {
  const found = COMMANDS.find((command) => `${args.join(' ')} `.startsWith(`${command.name} `));
  if (found) return found;
  throw new UsageError(args.length === 0 ? 'No command given' : `There is no command "${args.slice(0, 2).join(' ')}"`);
}

function callOf(command: Command, args: string[]): CommandCall {
  const options = Object.fromEntries(
    Object.entries(command.options ?? {}).map(([name, kind]) => [
      name,
      { type: kind === 'flag' ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  const rest = args.slice(command.name.split(' ').length);
  try {
    const { values, positionals } = parseArgs({ args: rest, options, allowPositionals: true });
    const spare = positionals.length - command.words;
    if (spare >= 0 && spare <= (command.optionalWords ?? 0)) return { words: positionals, flags: values };
  } catch (error) {
    throw new UsageError(reasonOf(error));
  }
  throw new UsageError(`Use it as: ${command.name} ${command.parameters}`);
}

async function run(args: string[], { settings, print, printError, hint = () => undefined }: Terminal): Promise<number> {
  const command = findCommand(args);
  const call = callOf(command, args);
  const given = settings();
  if ('runWithSettings' in command) return (await command.runWithSettings(call, { settings: given, print })) ?? 0;
  if (!(await hasDatabase(given))) {
    throw new StartError(`DATA_DIR: there is no library in ${given.dataDir}: start the server there once first`);
  }
  const dependencies = await createDependencies(given);
  dependencies.audit.onFailure((error) => printError(`The audit log could not be written: ${reasonOf(error)}`));
  try {
    return (await command.run(call, { dependencies, print, hint })) ?? 0;
  } finally {
    await dependencies.close();
  }
}

/** Runs one command of an operator and returns the exit code. Throws errors that the operator cannot correct. */
export async function runCommandLine(args: string[], terminal: Terminal): Promise<number> {
  try {
    return await run(args, terminal);
  } catch (error) {
    if (error instanceof UsageError) terminal.printError(`${error.message}\n\n${usage()}`);
    else if (error instanceof UserError || error instanceof StartError) terminal.printError(error.message);
    else throw error;
    return FAILED;
  }
}
