/** The program that a process was started for, as a path from the root of its version. */
export type Program = 'server/main.ts' | 'server/cli/main.ts';

/** Resolves to true when the process has become something else, and there is nothing left to do. */
export type TakeOver = (program: Program) => Promise<boolean>;
