import { DECODERS } from '../../limits.ts';
import { type Machine, thisMachine } from '../../settings/machine.ts';

export interface DecoderBounds {
  /** The most decoder processes at a time; one uploader may use all but one of them, or the only one. */
  processes: number;
  /** The memory of all of them together. */
  memoryBytes: number;
}

/**
 * A process for each core, one more that goes on while another waits for the disk, and the one that is kept for other
 * uploaders; fewer where half of the memory is too little for them.
 */
export function decoderBounds({ cores, memoryBytes }: Machine = thisMachine()): DecoderBounds {
  const { processes: count, shareBytes } = DECODERS;
  const wanted = Math.min(Math.max(cores + 2, count.usual), count.most);
  const half = memoryBytes / 2;
  const processes = Math.max(Math.min(wanted, Math.floor(half / shareBytes.least)), 1);
  return { processes, memoryBytes: Math.min(processes * shareBytes.usual, half) };
}
