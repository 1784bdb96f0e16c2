/** An attack of the table in lab/results/mishaps.md. */
export interface Mishap {
  /** What `--only` chooses by; the first release's entry in firstRelease.json has it too. */
  id: string;
  about: 'tablets' | 'process' | 'backups' | 'bounds' | 'doors' | 'upgrade';
  attack: string;
  /** What has to be true of it, and is what the table says when it is. */
  holds: string;
  by: Proof;
}

/** One of the faults, or test files with parts of the names of their tests; a file without any counts as a whole. */
type Proof = { fault: string } | { tests: Readonly<Record<string, readonly string[]>> };

/** What came of a fault, or of the tests of a mishap. */
export interface Run {
  measuredAt: string;
  /** Of the machine, over the last minutes: how many processes wanted one of its cores. */
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

/** What the first release did, and how that was found out. */
export type FirstRelease = Record<string, { did: string; how: string }>;

export function runIdOf({ id, by }: Mishap): string {
  return 'fault' in by ? by.fault : id;
}
