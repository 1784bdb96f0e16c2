import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The limits of the machine, the container, or the systemd unit, whichever are lowest. */
export interface Machine {
  cores: number;
  memoryBytes: number;
}

/** Node reads the limits of the control group: `availableParallelism` its processor time, `constrainedMemory` the rest. */
export function thisMachine(): Machine {
  // Without a limit it is 0, or more than the machine has.
  const limit = process.constrainedMemory();
  const memoryBytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return { cores: availableParallelism(), memoryBytes };
}

const SMALL_MACHINE_BYTES = 1024 ** 3;

/**
 * On a small machine, lets the heap grow by 60 % between two garbage collections. V8 would let it grow by a fifth, and
 * would then mark it once a second during an upload, which takes a third of the server's processor time.
 */
export function collectGarbageSeldom({ memoryBytes }: Machine = thisMachine()): void {
  if (memoryBytes <= SMALL_MACHINE_BYTES) setFlagsFromString('--heap-growing-percent=60');
}

/** Collects the garbage that an upload has left behind on a small machine. Nothing else would, until the next upload. */
export function collectGarbage({ memoryBytes }: Machine = thisMachine()): void {
  if (memoryBytes > SMALL_MACHINE_BYTES) return;
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
}

/** Returns the bytes of a cache: `most`, or the given fraction of the memory if that is less. */
export function cacheBytes(most: number, parts: number): number {
  return Math.min(most, thisMachine().memoryBytes / parts);
}

/** Assumed where the system does not report it. */
const USUAL = 12_000;

/**
 * Returns the number of files, connections among them, that this process may have open at once. Node raises its limit
 * to the highest allowed at its start; only Linux shows it as a file.
 */
export function openFilesAllowed(): number {
  try {
    const allowed = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return allowed === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(allowed ?? USUAL);
  } catch {
    return USUAL;
  }
}
