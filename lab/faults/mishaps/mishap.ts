/** An attack of the table in lab/results/mishaps.md. */
export interface Mishap {
  /** The name for `--only`; the first release's entry in firstRelease.json has it too. */
  id: string;
  about: 'tablets' | 'process' | 'backups' | 'bounds' | 'doors' | 'upgrade';
  attack: string;
  /** The claim that has to be true, which the table prints when it is. */
  holds: string;
  by: Proof;
}

/** One of the faults, or test files with parts of the names of their tests; a file without any counts as a whole. */
type Proof = { fault: string } | { tests: Readonly<Record<string, readonly string[]>> };

/** The outcome of a fault, or of the tests of a mishap. */
export interface Run {
  measuredAt: string;
  /** The machine's load over the last minutes: the number of processes that wanted one of its cores. */
  load?: number;
  seconds: number;
  figures: Record<string, string | number>;
  /** Each a sentence; empty when it held. */
  broken: string[];
}

export interface Results {
  machine: string;
  /** By the id of the fault or of the mishap. */
  runs: Record<string, Run>;
}

/** The first release's behaviour, and the way it was found out. */
export type FirstRelease = Record<string, { did: string; how: string }>;

export function runIdOf({ id, by }: Mishap): string {
  return 'fault' in by ? by.fault : id;
}
