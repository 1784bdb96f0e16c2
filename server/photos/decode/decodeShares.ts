import type { DecodeRequest } from './decoderMessages.ts';

/** A picture on its way through the pool. */
export interface Job {
  owner: string;
  request: Omit<DecodeRequest, 'memoryBytes'>;
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
