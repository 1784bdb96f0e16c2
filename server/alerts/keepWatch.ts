import { isoTime } from '#domain/clock/isoTime.ts';
import { randomUUID } from 'node:crypto';
import type { AlertMessage, AlertRules, AlertSubject } from '#contract/alerts/schemas.ts';
import {
  type AlertNews,
  beginWatch,
  CHECK_EVERY_MS,
  type Condition,
  type OwnNetwork,
  watch,
  type WatchState,
} from '#domain/alerts/alertWatch.ts';
import { isQuietAt } from '#domain/clock/zones.ts';
import { repeat } from '#server/core/repeating.ts';
import type { AlertRepository } from './alertRepository.ts';

export const MINUTE_MS = 60_000;

type Words = Pick<AlertMessage, 'title' | 'body'>;

interface Watched {
  conditions: readonly Condition[];
  /** The time that alerts are gathered for one message, if not the usual one. */
  gatherMs?: number;
  /** The ids that an alert reported before this process began to watch. */
  notifiedBefore: () => Promise<readonly string[]>;
  begunWords: (ids: readonly string[]) => Words;
  overWords: (ids: readonly string[]) => Words;
}

/** One of the kinds of things that are watched. */
export interface Subject {
  readonly about: AlertSubject;
  /** Returns its state at a monotonic time; undefined while nothing is known. */
  check(rules: AlertRules, at: number): Promise<Watched | undefined>;
}

export type WatchStates = Partial<Record<AlertSubject, WatchState>>;

interface Options {
  subjects: readonly Subject[];
  alerts: Pick<AlertRepository, 'rules' | 'tell'>;
  checkNetwork: () => Promise<OwnNetwork>;
  /** Milliseconds since 1970, and milliseconds that never jump. */
  now: () => number;
  monotonicNow: () => number;
  onError: (error: unknown) => void;
}

interface WatchOptions extends Options {
  /** Only one of the servers watches. */
  leader: { isHere(): boolean };
}

/** Checks everything every five seconds and puts alerts into the outbox. Returns a function that stops it. */
export function keepWatch(options: WatchOptions): () => Promise<void> {
  let states: WatchStates = {};

  async function check(): Promise<void> {
    if (options.leader.isHere()) await checkOnce(states, options);
    // When another server becomes the first, it continues from the stored states.
    else states = {};
  }

  return repeat(CHECK_EVERY_MS, () => check().catch(options.onError));
}

/** Checks everything once. `states` holds the results for the next check; it is empty before the first. */
export async function checkOnce(states: WatchStates, options: Options): Promise<void> {
  const rules = await options.alerts.rules();
  const check = {
    now: options.monotonicNow(),
    network: await options.checkNetwork(),
    isQuiet: isQuietAt(rules.quietHours, options.now()),
  };
  for (const subject of options.subjects) {
    try {
      const watched = await subject.check(rules, check.now);
      if (!watched) continue;
      const before = states[subject.about] ?? beginWatch(await watched.notifiedBefore());
      const { state, news } = watch(before, { ...check, ...watched });
      await tell(news, watched, { ...options, about: subject.about });
      // When it cannot be written, the next check decides the same again.
      states[subject.about] = state;
    } catch (error) {
      options.onError(error);
    }
  }
}

async function tell(
  { begun, over, dropped }: AlertNews,
  watched: Watched,
  { about, alerts, now }: Pick<Options, 'alerts' | 'now'> & Pick<Subject, 'about'>,
): Promise<void> {
  if (begun.length > 0) {
    const message = messageOf('silent', { ...watched.begunWords(begun), about, ids: begun, nowMs: now() });
    await alerts.tell(message, { about, ids: begun, at: now() });
  }
  if (over.length > 0) {
    const message = messageOf('back', { ...watched.overWords(over), about, ids: over, nowMs: now() });
    await alerts.tell(message, { about, ids: over, at: null });
  }
  if (dropped.length > 0) await alerts.tell(undefined, { about, ids: dropped, at: null });
}

interface Said extends Words {
  about: AlertSubject;
  ids: readonly string[];
  nowMs: number;
}

export function messageOf(kind: AlertMessage['kind'], { about, ids, nowMs, ...words }: Said): AlertMessage {
  const isOf = (subject: AlertSubject) => (subject === about ? [...ids] : []);
  return {
    id: randomUUID(),
    kind,
    about,
    ...words,
    nodeIds: about === 'values' ? [...ids] : isOf('nodes'),
    tabletIds: isOf('tablets'),
    troubles: isOf('server'),
    at: isoTime(nowMs),
  };
}
