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

type Collector = (options?: { type: 'minor' }) => void;

let collector: Collector | undefined;

/** Calls V8's own function, which is hidden from programs unless a flag shows it. */
function collect(...options: Parameters<Collector>): void {
  if (!collector) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc');
  }
  collector?.(...options);
}

/** Collects the garbage that an upload has left behind. Nothing else would soon: a server at rest allocates little. */
export function collectGarbage(): void {
  collect();
}

const BUFFERS_BYTES = 8 * 1024 ** 2;
let receivedBytes = 0;

/**
 * Frees the buffers in which uploads arrived, each time that these were 8 MB. V8 counts their small handles only, and
 * would wait for 64 MB. This takes half a millisecond, since few other objects are as young.
 */
export function collectBuffersOf(bytes: number): void {
  receivedBytes += bytes;
  if (receivedBytes < BUFFERS_BYTES) return;
  receivedBytes = 0;
  collect({ type: 'minor' });
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
