import { isoTime } from '#domain/clock/isoTime.ts';
import { randomUUID } from 'node:crypto';
import type { AlertMessage, AlertRules } from '#contract/alerts/schemas.ts';
import {
  type AlertNews,
  beginWatch,
  CHECK_EVERY_MS,
  isQuietAt,
  type OwnNetwork,
  watch,
  type WatchState,
} from '#domain/alerts/alertWatch.ts';
import type { Words } from '#domain/watched.ts';
import { repeat } from '#server/core/repeating.ts';
import type { WatchedKind, WatchRule } from '#server/core/watched.ts';
import type { AlertRepository } from './alertRepository.ts';

type Watched = NonNullable<Awaited<ReturnType<WatchedKind['check']>>>;

export type WatchStates = Partial<Record<string, WatchState>>;

interface Options {
  kinds: readonly WatchedKind[];
  alerts: Pick<AlertRepository, 'rules' | 'tell' | 'notified'>;
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
  const notifiedOf = await options.alerts.notified();
  for (const kind of options.kinds) {
    const { about } = kind;
    try {
      const notified = notifiedOf.get(about) ?? [];
      const watched = await kind.check({ rule: ruleOf(rules, about), at: check.now, notified });
      if (!watched) continue;
      const before = states[about] ?? beginWatch(notified);
      const { state, news } = watch(before, { ...check, ...watched });
      await tell(news, watched, { ...options, about });
      // When it cannot be written, the next check decides the same again.
      states[about] = state;
    } catch (error) {
      options.onError(error);
    }
  }
}

/** The rule of a kind: its own, and where it has none, or no minutes, the general one. */
function ruleOf({ isOn, silentMinutes, tablets, server }: AlertRules, about: string): WatchRule {
  const own: Partial<Record<string, Partial<WatchRule>>> = { tablets, server };
  return { isOn, minutes: silentMinutes, ...own[about] };
}

async function tell(
  { begun, over, dropped }: AlertNews,
  watched: Watched,
  { about, alerts, now }: Pick<Options, 'alerts' | 'now'> & Pick<WatchedKind, 'about'>,
): Promise<void> {
  if (begun.length > 0) {
    const message = messageOf('silent', { ...watched.begunWords(begun), about, ids: begun, nowMs: now() });
    const wordsFor = watched.begunWordsFor;
    const messageFor = async (list: readonly string[]) => {
      const words = await wordsFor?.(list);
      return words && messageOf('silent', { ...words, about, ids: begun, nowMs: now() });
    };
    await alerts.tell(message, { about, ids: begun, at: now() }, wordsFor && messageFor);
  }
  if (over.length > 0) {
    const message = messageOf('back', { ...watched.overWords(over), about, ids: over, nowMs: now() });
    await alerts.tell(message, { about, ids: over, at: null });
  }
  if (dropped.length > 0) await alerts.tell(undefined, { about, ids: dropped, at: null });
}

interface Said extends Words {
  about: string;
  ids: readonly string[];
  nowMs: number;
}

export function messageOf(kind: AlertMessage['kind'], { about, ids, nowMs, ...words }: Said): AlertMessage {
  const isOf = (kindOfIds: string) => (kindOfIds === about ? [...ids] : []);
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
