import type { Condition, Words } from '#domain/watched.ts';

export const MINUTE_MS = 60_000;

/** The rule that a person sets for a kind of things, or for all that have none of their own. */
export interface WatchRule {
  isOn: boolean;
  minutes: number;
}

interface Watched {
  conditions: readonly Condition[];
  /** The time that alerts are gathered for one message, if not the usual one. */
  gatherMs?: number;
  begunWords: (ids: readonly string[]) => Words;
  overWords: (ids: readonly string[]) => Words;
  /**
   * The words for a person who sees some albums only, in a channel that this person made; undefined: nothing to know.
   * Without this function everybody gets the same words.
   */
  begunWordsFor?: (list: readonly string[]) => Promise<Words | undefined>;
}

export interface WatchCheck {
  rule: WatchRule;
  /** A monotonic time. */
  at: number;
  /** The ids that an alert has reported and that are not over. */
  notified: readonly string[];
}

/** A kind of things whose conditions are watched, so that people get a message when one has held for a while. */
export interface WatchedKind {
  /** The name of the kind in messages and in the database. */
  readonly about: string;
  /** Returns its state; undefined while nothing is known. */
  check(check: WatchCheck): Promise<Watched | undefined>;
  /** Work whose result the checks use, and which is too costly for each of them. */
  inspection?: { everyMs: number; run: () => Promise<void> };
}
