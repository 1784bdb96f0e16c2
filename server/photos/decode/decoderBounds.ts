import { availableParallelism, totalmem } from 'node:os';
import { DECODERS } from '../../limits.ts';

/** Returns the limit of the machine, the container, or the systemd unit, whichever is lowest. */
interface Machine {
  cores: number;
  memoryBytes: number;
}

export interface DecoderBounds {
  /** The most decoder processes at a time; one uploader may use all but one of them. */
  processes: number;
  /** The memory of all of them together. */
  memoryBytes: number;
}

/**
 * A process for each core, one more that goes on while another waits for the disk, and the one that is kept for other
 * uploaders; fewer where they would take more than half of the memory.
 */
export function decoderBounds({ cores, memoryBytes }: Machine = thisMachine()): DecoderBounds {
  const { processes: count, shareBytes } = DECODERS;
  const wanted = Math.min(Math.max(cores + 2, count.usual), count.most);
  const half = memoryBytes / 2;
  const processes = Math.max(Math.min(wanted, Math.floor(half / shareBytes)), count.least);
  return { processes, memoryBytes: Math.min(processes * shareBytes, half) };
}

function thisMachine(): Machine {
  // The limit of the container or unit, as Node reads it from its control group. Without one it is 0, or far more
  // than there is.
  const limit = process.constrainedMemory();
  const memoryBytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return { cores: availableParallelism(), memoryBytes };
}
