import { withoutHiddenCharacters } from '#domain/text/hiddenCharacters.ts';
import type { Core } from '#server/core/core.ts';
import type { Settings } from '#server/core/settings/settings.ts';

/** `wrong`: the command line makes no sense, and nothing was opened or done. `interrupted`: what shells expect after Ctrl+C. */
export const EXIT = { done: 0, failed: 1, wrong: 2, interrupted: 130 } as const;

/** Thrown when the command line is wrong; how to use the command is printed with the message. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Prints the result: the lines for a person, or with --json the record. */
export type Answer = (lines: string | readonly string[], record: object) => void;

interface WorkContext {
  /** Prints one line on stdout: results only, so that scripts can use them. */
  print: (line: string) => void;
  answer: Answer;
}

export interface SettingsContext extends WorkContext {
  settings: Settings;
  /** Opens a library; whoever calls it closes it. */
  openLibrary: (settings: Settings) => Promise<Core>;
}

export interface LibraryContext extends WorkContext {
  core: Core;
  /** Tells a person what to do with the result; a script never reads it. */
  hint: (line: string) => void;
}

/** The work of a command after its command line was read; resolves to the exit code, where undefined counts as 0. */
export type Work =
  | { inLibrary: (context: LibraryContext) => Promise<number | void> }
  /** A command that needs no library, or examines the library before opening it. */
  | { alone: (context: SettingsContext) => Promise<number | void> };

const GROUPS = ['Keys', 'People', 'Nodes', 'Photos', 'Database', 'HTTPS', 'Service'] as const;

interface Option {
  /** The value after the option, such as `N`; a bare flag has none. */
  value?: string;
  does: string;
}

export interface Command {
  group: (typeof GROUPS)[number];
  /** The words that name the command, such as `key create`. */
  name: string;
  /** The required words after the name. */
  parameters?: string;
  /** A few words for the list of all commands. */
  does: string;
  /** The number of words after the name. */
  words: number;
  /** The number of further words that may follow. */
  optionalWords?: number;
  options?: Record<string, Option>;
  /** Whether the result can be had as one line of JSON. */
  json?: true;
  /** When the exit code is 1, apart from a library that cannot be opened. */
  fails: string;
  /** Whether Ctrl+C ends it with a result and the exit code 130. */
  canBeInterrupted?: true;
  /** Reads the command line, and throws if it makes no sense. Opens and changes nothing. */
  prepare(call: CommandCall, settings: Settings): Work | Promise<Work>;
}

export interface CommandCall {
  words: string[];
  flags: Record<string, string | boolean | undefined>;
}

interface ListCommand extends Pick<Command, 'group' | 'name' | 'does'> {
  header: string[];
  rows: (core: Core) => Promise<string[][]>;
  /** The same for programs: times in ISO 8601, nothing shortened. */
  records: (core: Core) => Promise<object[]>;
}

/** A command that prints a table. */
export function listCommand({ header, rows, records, ...command }: ListCommand): Command {
  return {
    ...command,
    words: 0,
    json: true,
    fails: 'never',
    prepare: () => ({
      inLibrary: async ({ core, answer }) => answer(inColumns([header, ...(await rows(core))]), await records(core)),
    }),
  };
}

/** Aligns the cells of rows in columns. */
function inColumns(cells: string[][]): string[] {
  // Stored names may hold control characters, which could steer the terminal.
  const rows = cells.map((row) => row.map(withoutHiddenCharacters));
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

const CALL = 'npm run --silent cli --';

/** Such as `key create NAME [--node] [--json]`. */
export function usageOf({ name, parameters = '', options = {}, json }: Command): string {
  const optional = Object.entries(options)
    .filter(([option]) => !parameters.startsWith(`--${option}`))
    .map(([option, { value }]) => `[--${option}${value ? ` ${value}` : ''}]`);
  return [name, parameters, ...optional, json && '[--json]'].filter(Boolean).join(' ');
}

/** Commands in the order in which an operator reads them, whatever subject they are of. */
export function byGroup(commands: readonly Command[]): Command[] {
  return GROUPS.flatMap((group) => commands.filter((command) => command.group === group));
}

/** All commands by group, in one screen of 80 columns. */
export function overview(commands: readonly Command[]): string {
  const rows = GROUPS.flatMap((group) =>
    commands
      .filter((command) => command.group === group)
      .map((command, index) => [index === 0 ? group : '', nameWithWords(command), command.does]),
  );
  return [
    `Usage: ${CALL} COMMAND`,
    ...inColumns(rows).map((line) => `  ${line}`),
    'COMMAND --help: its options and exit codes (0 done, 1 failed, 2 wrong call).',
  ].join('\n');
}

function nameWithWords({ name, parameters = '' }: Command): string {
  return `${name} ${parameters}`.trim();
}

/** The usage of one command. */
export function helpOf(command: Command): string {
  const options = Object.entries(command.options ?? {}).map(([name, { value, does }]) => [
    `--${name}${value ? ` ${value}` : ''}`,
    does,
  ]);
  if (command.json) options.push(['--json', 'prints the result as one line of JSON']);
  return [
    `Usage: ${CALL} ${usageOf(command)}`,
    `  ${command.does}`,
    ...inColumns(options).map((line) => `  ${line}`),
    ...inColumns(exitCodesOf(command)).map((line) => `  ${line}`),
  ].join('\n');
}

function exitCodesOf({ fails, canBeInterrupted }: Command): string[][] {
  return [
    [`exit ${EXIT.done}`, 'done'],
    [`exit ${EXIT.failed}`, fails === 'never' ? 'the library cannot be opened' : fails],
    [`exit ${EXIT.wrong}`, 'the call makes no sense: nothing was opened or done'],
    ...(canBeInterrupted ? [[`exit ${EXIT.interrupted}`, 'Ctrl+C ended it']] : []),
  ];
}
