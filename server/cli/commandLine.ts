import { parseArgs } from 'node:util';
import { hasDatabase } from '#server/core/db/installation.ts';
import { openLibrary } from '../openLibrary.ts';
import { SUBJECTS } from '../subjects.ts';
import { createForOwnerOnly } from '#server/core/db/dataFolder.ts';
import { inOneLine, reasonOf, StartError, UserError } from '#server/core/errors.ts';
import { readSettings, type Settings } from '#server/core/settings/settings.ts';
import {
  byGroup,
  type Command,
  type CommandCall,
  EXIT,
  UsageError,
  type Work,
  helpOf,
  overview,
  usageOf,
} from '#server/core/commands/command.ts';
import { SERVICE_COMMANDS } from './serviceCommand.ts';

interface Terminal {
  settings: () => Settings;
  /** Prints one line on stdout. */
  print: (line: string) => void;
  /** Prints one line, or more, on stderr. */
  printError: (text: string) => void;
  /** Prints one line beside the result, where a person reads along. */
  hint?: (line: string) => void;
}

export const COMMANDS = byGroup([...SERVICE_COMMANDS, ...SUBJECTS.flatMap(({ commands }) => commands)]);

const HELP = ['--help', '-h', 'help'];

function commandOf(args: string[]): Command | undefined {
  return COMMANDS.find((command) => `${args.join(' ')} `.startsWith(`${command.name} `));
}

function callOf(command: Command, args: string[]): CommandCall {
  const options: Record<string, { type: 'boolean' | 'string' }> = command.json ? { json: { type: 'boolean' } } : {};
  for (const [name, { value }] of Object.entries(command.options ?? {})) {
    options[name] = { type: value === undefined ? 'boolean' : 'string' };
  }
  const rest = args.slice(command.name.split(' ').length);
  try {
    const { values, positionals } = parseArgs({ args: rest, options, allowPositionals: true });
    const flags: CommandCall['flags'] = {};
    for (const [name, value] of Object.entries(values)) if (!Array.isArray(value)) flags[name] = value;
    const spare = positionals.length - command.words;
    if (spare >= 0 && spare <= (command.optionalWords ?? 0)) return { words: positionals, flags };
  } catch (error) {
    throw new UsageError(reasonOf(error));
  }
  throw new UsageError(`Use it as: ${usageOf(command)}`);
}

/** Nothing is opened or changed before the whole command line was read. */
async function run(command: Command, args: string[], terminal: Terminal): Promise<number> {
  const call = callOf(command, args);
  const settings = terminal.settings();
  const work = await prepared(command, call, settings);
  const { print, printError, hint = () => undefined } = terminal;
  const isForPrograms = call.flags.json === true;
  const answer = (lines: string | readonly string[], record: object) => {
    for (const line of isForPrograms ? [JSON.stringify(record)] : [lines].flat()) print(line);
  };
  if ('alone' in work)
    return (await work.alone({ settings, print, answer, openLibrary: (place) => openLibrary(place) })) ?? EXIT.done;
  if (!(await hasDatabase(settings))) {
    throw new StartError(`DATA_DIR: there is no library in ${settings.dataDir}: start the server there once first`);
  }
  for (const { beforeCommand } of SUBJECTS) beforeCommand?.(settings);
  const core = await openLibrary(settings);
  core.audit.onFailure((error) => printError(`The audit log could not be written: ${reasonOf(error)}`));
  try {
    const hintOrNothing = isForPrograms ? () => undefined : hint;
    return (await work.inLibrary({ core, print, answer, hint: hintOrNothing })) ?? EXIT.done;
  } finally {
    await core.close();
  }
}

/** A word or a value that makes no sense. */
class WrongValue extends Error {
  override name = 'WrongValue';
}

async function prepared(command: Command, call: CommandCall, settings: Settings): Promise<Work> {
  try {
    return await command.prepare(call, settings);
  } catch (error) {
    if (error instanceof UserError || error instanceof StartError) throw new WrongValue(error.message);
    throw error;
  }
}

/** Runs one command of an operator and returns the exit code. Throws errors that the operator cannot correct. */
export async function runCommandLine(args: string[], terminal: Terminal): Promise<number> {
  const { print, printError } = terminal;
  const command = commandOf(args);
  if (!command) {
    if (HELP.includes(args[0] ?? '')) return printed(print, overview(COMMANDS), EXIT.done);
    const complaint = args.length === 0 ? 'No command given' : `There is no command "${args.slice(0, 2).join(' ')}"`;
    return printed(printError, `${complaint}\n\n${overview(COMMANDS)}`, EXIT.wrong);
  }
  if (args.includes('--help') || args.includes('-h')) return printed(print, helpOf(command), EXIT.done);
  try {
    return await run(command, args, terminal);
  } catch (error) {
    if (error instanceof UsageError) return printed(printError, `${error.message}\n\n${helpOf(command)}`, EXIT.wrong);
    if (error instanceof WrongValue) return printed(printError, error.message, EXIT.wrong);
    if (error instanceof UserError || error instanceof StartError)
      return printed(printError, error.message, EXIT.failed);
    throw error;
  }
}

function printed(print: (text: string) => void, text: string, code: number): number {
  print(text);
  return code;
}

function printLine(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Runs the command of this process. */
export async function runForOperator(): Promise<void> {
  createForOwnerOnly();
  try {
    process.exitCode = await runCommandLine(process.argv.slice(2), {
      settings: readSettings,
      print: (line) => process.stdout.write(`${line}\n`),
      printError: printLine,
      ...(process.stdout.isTTY && process.stderr.isTTY ? { hint: printLine } : {}),
    });
  } catch (error) {
    printLine(`The command failed: ${inOneLine(error)}`);
    process.exitCode = 1;
  }
}
