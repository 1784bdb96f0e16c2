import { CONNECTIONS } from '../../limits.ts';

/** Returns the number of connections for a process that may open this many files. */
export function connectionMaximum(openFiles: number): number {
  // Photos, database and decoders need files too: half of a few, never more than a fixed number of many.
  const kept = Math.min(openFiles / 2, CONNECTIONS.otherFiles);
  return Math.min(CONNECTIONS.max, Math.floor(openFiles - kept));
}
