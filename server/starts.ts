import type { Program, TakeOver } from './core/takeOver.ts';

/**
 * Functions that run before the server's code is loaded: a process that becomes another version, or supervises one, stays
 * small. A line is deleted together with the folder that it names.
 */
const STARTS: readonly (() => Promise<{ takeOver: TakeOver }>)[] = [
  // One line for each.
  () => import('./update/takeOver.ts'),
];

export async function isTakenOver(program: Program): Promise<boolean> {
  for (const load of STARTS) {
    const { takeOver } = await load();
    if (await takeOver(program)) return true;
  }
  return false;
}
