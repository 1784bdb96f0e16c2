import type { Dependencies } from '../dependencies.ts';
import type { Settings } from '../settings/settings.ts';

/** Thrown when the command line is wrong; the usage is printed with the message. */
export class UsageError extends Error {
  override name = 'UsageError';
}

interface SettingsContext {
  settings: Settings;
  /** Prints one line on stdout: results only, so that scripts can use them. */
  print: (line: string) => void;
}

interface LibraryContext {
  dependencies: Dependencies;
  print: (line: string) => void;
  /** Tells a person what to do with the result; a script never reads it. */
  hint: (line: string) => void;
}

interface CommandBase {
  /** The words that name the command, such as `key create`. */
  name: string;
  /** What follows the name, for the usage: `NAME [--node]`. */
  parameters: string;
  does: string;
  /** How many words follow the name. */
  words: number;
  /** How many more words may follow. */
  optionalWords?: number;
  /** The command's options by name: bare flags, or options that are followed by a value. */
  options?: Record<string, 'flag' | 'value'>;
}

/** Returns the exit code; undefined counts as 0. */
interface LibraryCommand extends CommandBase {
  run(call: CommandCall, context: LibraryContext): Promise<number | void>;
}

/** A command that needs no library, or examines the library before opening it. */
interface SettingsCommand extends CommandBase {
  runWithSettings(call: CommandCall, context: SettingsContext): Promise<number | void>;
}

export type Command = LibraryCommand | SettingsCommand;

export interface CommandCall {
  words: string[];
  flags: Record<string, string | boolean | undefined>;
}

interface ListCommand {
  name: string;
  does: string;
  header: string[];
  rows: (dependencies: Dependencies) => Promise<string[][]>;
  /** The same for programs: times in ISO 8601, nothing shortened. */
  records: (dependencies: Dependencies) => Promise<object[]>;
}

/** A command that prints a table, or with `--json` one line of JSON. */
export function listCommand({ name, does, header, rows, records }: ListCommand): Command {
  return {
    name,
    parameters: '[--json]',
    does,
    words: 0,
    options: { json: 'flag' },
    run: async ({ flags }, { dependencies, print }) => {
      if (flags.json === true) return print(JSON.stringify(await records(dependencies)));
      for (const line of inColumns([header, ...(await rows(dependencies))])) print(line);
    },
  };
}

/** A time for programs. */
export function isoOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}

/** Aligns the cells of rows in columns. */
function inColumns(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
