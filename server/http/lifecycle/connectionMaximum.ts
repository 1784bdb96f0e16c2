import { CONNECTIONS } from '../../limits.ts';

/** How many connections a process that may open so many files holds at once. */
export function connectionMaximum(openFiles: number): number {
  // Photos, database and decoders need files too: half of a few, never more than a fixed number of many.
  const kept = Math.min(openFiles / 2, CONNECTIONS.otherFiles);
  return Math.min(CONNECTIONS.max, Math.floor(openFiles - kept));
}
