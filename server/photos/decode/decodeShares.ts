import type { DecodeRequest } from './decoderMessages.ts';

/** A picture on its way through the pool. */
export interface Job {
  owner: string;
  request: Omit<DecodeRequest, 'memoryBytes'>;
  /** How many equal shares of the decoders' memory it may take. */
  shares: number;
  wasInterrupted: boolean;
}

/**
 * The decoders' memory in equal shares, one for each process. Nearly all pictures need one share; the few that need more
 * are tried again with all but one, and then with all.
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
 * Whether a job may begin now: in the room that is left, and with a share left for other owners. While a big one waits,
 * small ones begin in the shares that it will not need only, so that its room gets free.
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
