import { availableParallelism, totalmem } from 'node:os';

/** The limits of the machine, the container, or the systemd unit, whichever are lowest. */
export interface Machine {
  cores: number;
  memoryBytes: number;
}

/** Node reads the limits of the control group: `availableParallelism` its processor time, `constrainedMemory` the rest. */
export function thisMachine(): Machine {
  // Without a limit it is 0, or far more than there is.
  const limit = process.constrainedMemory();
  const memoryBytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return { cores: availableParallelism(), memoryBytes };
}

/** Returns the bytes of a cache: so many, or one of so many parts of the memory where that is less. */
export function cacheBytes(most: number, parts: number): number {
  return Math.min(most, thisMachine().memoryBytes / parts);
}
