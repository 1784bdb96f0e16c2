import type { Dependencies } from '../dependencies.ts';

/** Something an operator asked for that cannot be done as asked; the usage is shown with it. */
export class UsageError extends Error {
  override name = 'UsageError';
}

interface CommandContext {
  dependencies: Dependencies;
  /** One line on stdout: nothing but the answer, so that scripts can use it. */
  print: (line: string) => void;
}

export interface Command {
  /** The words that name it, such as `key create`. */
  name: string;
  /** What follows the name, for the usage: `NAME [--node]`. */
  parameters: string;
  does: string;
  /** How many words follow the name. */
  words: number;
  /** Options it takes, by name: a bare flag, or one that is followed by a value. */
  options?: Record<string, 'flag' | 'value'>;
  /** The exit code, 0 when nothing is answered. */
  run(call: CommandCall, context: CommandContext): Promise<number | void>;
}

export interface CommandCall {
  words: string[];
  flags: Record<string, string | boolean | undefined>;
}
