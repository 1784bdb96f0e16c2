import { isoTime } from '#domain/clock/isoTime.ts';
import { randomUUID } from 'node:crypto';
import type { AlertMessage, AlertRules, AlertSubject } from '#contract/schemas/alerts.ts';
import {
  beginWatch,
  LOOK_EVERY_MS,
  type OwnNetwork,
  type AlertNews,
  watch,
  type WatchedThing,
  type WatchState,
} from '#domain/alerts/alertWatch.ts';
import { isQuietAt } from '#domain/clock/zones.ts';
import { repeat } from '../repeating.ts';
import type { AlertRepository } from './alertRepository.ts';

export const MINUTE_MS = 60_000;

type Words = Pick<AlertMessage, 'title' | 'body'>;

interface Watched {
  things: readonly WatchedThing[];
  /** The time that alerts are gathered for one message, if not the usual one. */
  gatherMs?: number;
  /** The ids that an alert reported before this process began to watch. */
  notifiedBefore: () => Promise<readonly string[]>;
  silentWords: (ids: readonly string[]) => Words;
  backWords: (ids: readonly string[]) => Words;
}

/** One of the kinds of things that are watched. */
export interface Subject {
  readonly about: AlertSubject;
  /** Returns its state at a monotonic time; undefined while nothing is known. */
  look(rules: AlertRules, at: number): Promise<Watched | undefined>;
}

export type WatchStates = Partial<Record<AlertSubject, WatchState>>;

interface Options {
  subjects: readonly Subject[];
  alerts: Pick<AlertRepository, 'rules' | 'tell'>;
  lookAtNetwork: () => Promise<OwnNetwork>;
  /** Milliseconds since 1970, and milliseconds that never jump. */
  now: () => number;
  monotonicNow: () => number;
  onError: (error: unknown) => void;
}

interface WatchOptions extends Options {
  /** Only one of the servers watches. */
  peers: { isFirst(): boolean };
}

/** Checks everything every five seconds and puts alerts into the outbox. Returns a function that stops it. */
export function keepWatch(options: WatchOptions): () => Promise<void> {
  let states: WatchStates = {};

  async function look(): Promise<void> {
    if (options.peers.isFirst()) await lookOnce(states, options);
    // When another server becomes the first, it continues from the stored states.
    else states = {};
  }

  return repeat(LOOK_EVERY_MS, () => look().catch(options.onError));
}

/** Checks everything once. `states` holds the results for the next check; it is empty before the first. */
export async function lookOnce(states: WatchStates, options: Options): Promise<void> {
  const rules = await options.alerts.rules();
  const look = {
    now: options.monotonicNow(),
    network: await options.lookAtNetwork(),
    isQuiet: isQuietAt(rules.quietHours, options.now()),
  };
  for (const subject of options.subjects) {
    try {
      const watched = await subject.look(rules, look.now);
      if (!watched) continue;
      const before = states[subject.about] ?? beginWatch(await watched.notifiedBefore());
      const { state, news } = watch(before, { ...look, ...watched });
      await tell(news, watched, { ...options, about: subject.about });
      // When it cannot be written, the next check decides the same again.
      states[subject.about] = state;
    } catch (error) {
      options.onError(error);
    }
  }
}

async function tell(
  { silent, back, dropped }: AlertNews,
  watched: Watched,
  { about, alerts, now }: Pick<Options, 'alerts' | 'now'> & Pick<Subject, 'about'>,
): Promise<void> {
  if (silent.length > 0) {
    const message = messageOf('silent', { ...watched.silentWords(silent), about, ids: silent, nowMs: now() });
    await alerts.tell(message, { about, ids: silent, at: now() });
  }
  if (back.length > 0) {
    const message = messageOf('back', { ...watched.backWords(back), about, ids: back, nowMs: now() });
    await alerts.tell(message, { about, ids: back, at: null });
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
