import { DECODERS } from '#server/core/limits.ts';
import { type Machine, thisMachine } from '#server/core/settings/machine.ts';
import type { DecodeRequest, WorkRequest } from './decoderMessages.ts';

/** A picture, or another file, on its way through the pool. */
export interface Job {
  owner: string;
  request: Omit<DecodeRequest, 'memoryBytes'> | Omit<WorkRequest, 'memoryBytes'>;
  /** The number of equal shares of the decoders' memory that the job may take. */
  shares: number;
  wasInterrupted: boolean;
}

/**
 * Returns the number of shares to try next; undefined when there are no more. The decoders' memory is divided into
 * equal shares, one for each process. Nearly all pictures need one share; the few that need more are tried again with
 * all but one, and then with all.
 */
export function moreShares(shares: number, all: number): number | undefined {
  if (shares >= all) return undefined;
  return shares < all - 1 ? all - 1 : all;
}

interface Situation {
  all: number;
  running: readonly Job[];
  /** The next job of each owner. */
  waiting: readonly Job[];
}

/**
 * Whether a job may begin now: there must be enough free shares, and one owner must not take them all. While a job that
 * needs many shares waits, smaller ones may use only the shares that it will not need, so that it can begin.
 */
export function mayBegin(job: Job, { all, running, waiting }: Situation): boolean {
  const taken = sharesOf(running);
  if (taken + job.shares > all) return false;
  const owned = sharesOf(running.filter(({ owner }) => owner === job.owner));
  if (owned + job.shares > Math.max(all - 1, job.shares)) return false;
  const biggest = Math.max(1, ...waiting.map(({ shares }) => shares));
  return job.shares > 1 || biggest === 1 || taken + job.shares <= all - biggest;
}

function sharesOf(jobs: readonly Job[]): number {
  return jobs.reduce((sum, { shares }) => sum + shares, 0);
}

/** A queue in which owners take turns: one with many jobs delays one with few by a single job at most. */
export class FairQueue<Item> {
  /** Owners in the order of their turns; the jobs of each in the order in which they were added. */
  readonly #waiting = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The next job of each owner, in the order of their turns. */
  get heads(): Item[] {
    return [...this.#waiting.values()].flatMap((jobs) => jobs.slice(0, 1));
  }

  add(owner: string, job: Item): void {
    this.#waiting.set(owner, [...(this.#waiting.get(owner) ?? []), job]);
    this.#size += 1;
  }

  /** Adds a job that was taken and has to be repeated, before the owner's other jobs. */
  putBack(owner: string, job: Item): void {
    this.#waiting.set(owner, [job, ...(this.#waiting.get(owner) ?? [])]);
    this.#size += 1;
  }

  /** Removes and returns the first head that is ready. Its owner then has to wait for a turn of each other owner. */
  take(isReady: (job: Item) => boolean): Item | undefined {
    for (const [owner, [job, ...others]] of this.#waiting) {
      if (job === undefined || !isReady(job)) continue;
      this.#waiting.delete(owner);
      if (others.length > 0) this.#waiting.set(owner, others);
      this.#size -= 1;
      return job;
    }
    return undefined;
  }
}

export interface DecoderBounds {
  /** The most decoder processes at a time; one uploader may use all but one of them, or the only one. */
  processes: number;
  /** The memory of all of them together. */
  memoryBytes: number;
}

/**
 * A process for each core, one more that works while another waits for the disk, and one that is reserved for other
 * uploaders; fewer where half of the memory is too little for them.
 */
export function decoderBounds({ cores, memoryBytes }: Machine = thisMachine()): DecoderBounds {
  const { processes: count, shareBytes } = DECODERS;
  const wanted = Math.min(Math.max(cores + 2, count.usual), count.most);
  const half = memoryBytes / 2;
  const processes = Math.max(Math.min(wanted, Math.floor(half / shareBytes.least)), 1);
  return { processes, memoryBytes: Math.min(processes * shareBytes.usual, half) };
}
