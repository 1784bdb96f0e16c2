/** The program that a process was started for, as a path from the root of its version. */
export type Program = 'server/main.ts' | 'server/cli/main.ts';

/** Resolves to true when the process has become something else, and there is nothing left to do. */
type TakeOver = (program: Program) => Promise<boolean>;

/**
 * What runs before the code of the server is loaded: a process that becomes another version, or supervises one, stays
 * small. A line goes with the folder that it names.
 */
const STARTS: readonly (() => Promise<{ takeOver: TakeOver }>)[] = [() => import('./update/takeOver.ts')];

export async function isTakenOver(program: Program): Promise<boolean> {
  for (const load of STARTS) {
    const { takeOver } = await load();
    if (await takeOver(program)) return true;
  }
  return false;
}
