import type { Circumstances } from './circumstances.ts';
import type { World } from './world.ts';

export interface Failure {
  sentence: string;
  atMs: number;
  /** The mishaps before it, or minutes of the wall, in words. */
  last: string[];
}

export interface CheckResult {
  /** The minutes that were lived whole, and those about which the tablet is right. */
  minutes: number;
  agreed: number;
  /** Some of the others, in words. */
  wrong: string[];
}

/** Says what a subject does wrong on a wall. */
export interface Check {
  /** The result, if the check compares a tablet's report with what was on its wall. */
  readonly result?: CheckResult;
  /** Looks at the wall, several times a minute. Returns what is wrong at once. */
  look(): string | undefined;
  /** Called when the tablet was connected anew. */
  begin?(): void;
  /** Called at the end, and before what was not told yet is lost along with the key. */
  settle?(): void;
  /** Returns the failure of a whole life, if it has one. */
  wrong?(): Failure | undefined;
}

export type CheckOf = new (world: World, looksPerMinute: number, since: Circumstances) => Check;
