import type { QuietHours } from '#contract/alerts/schemas.ts';
import { timeIn } from '#domain/clock/zones.ts';
import type { Condition } from '#domain/watched.ts';

/** The server's view of its own network. `mark` changes when its addresses do. */
export interface OwnNetwork {
  isUp: boolean;
  mark: string;
}

export interface Check {
  now: number;
  conditions: readonly Condition[];
  network: OwnNetwork;
  /** During quiet hours nothing is sent; what is still true at their end is sent then. */
  isQuiet: boolean;
  /** The time from the first due condition to the message, so that others can join the same message. */
  gatherMs?: number;
}

export interface WatchState {
  checkedAt: number | undefined;
  /** The time from which the server could receive everything; undefined while it cannot receive. */
  hearingSince: number | undefined;
  mark: string;
  /** Reported conditions, with the time of the report. A condition that began after its report had ended in between. */
  notified: ReadonlyMap<string, number>;
  /** Conditions that have held for long enough, with the time when this was noticed. */
  due: ReadonlyMap<string, number>;
  /** Reported conditions that are over, with the time when this was noticed. */
  over: ReadonlyMap<string, number>;
  /** The time at which each was last excused. */
  excused: ReadonlyMap<string, number>;
}

export interface AlertNews {
  /** To be reported now. */
  begun: string[];
  /** To be reported as over. */
  over: string[];
  /** No longer reported, without a message: muted meanwhile, or forgotten. */
  dropped: string[];
}

/** The interval at which the server checks. */
export const CHECK_EVERY_MS = 5_000;
/** After a longer pause between two checks the server was blocked, or the machine slept. */
const LONGEST_PAUSE_MS = 15_000;
export const GATHER_MS = 40_000;
/** The time for which a condition has to be due: within it the server notices the loss of its own network. */
const CONFIRM_MS = 25_000;

/** Hours that end before they begin go past midnight; equal ones mean no quiet hours. */
export function isQuietAt(hours: QuietHours | null, nowMs: number): boolean {
  if (!hours) return false;
  const { from, to, zone } = hours;
  const time = timeIn(zone, nowMs);
  return from <= to ? time >= from && time < to : time >= from || time < to;
}

/** `notified` are the ids that were reported before a restart. */
export function beginWatch(notified: Iterable<string>): WatchState {
  return {
    checkedAt: undefined,
    hearingSince: undefined,
    mark: '',
    // Infinity, so that the first check reports nothing as back: earlier times come from a wall clock.
    notified: new Map(Array.from(notified, (id) => [id, Infinity])),
    due: new Map(),
    over: new Map(),
    excused: new Map(),
  };
}

/**
 * Decides which conditions are reported. Time counts only while the server could hear: after a start, a stall, a sleep
 * of the machine, or a lost or changed network, everything gets its whole time again.
 */
export function watch(state: WatchState, check: Check): { state: WatchState; news: AlertNews } {
  const { now, network, isQuiet, gatherMs = GATHER_MS } = check;
  const isFirst = state.checkedAt === undefined;
  const isHeldUp = now - (state.checkedAt ?? now) > LONGEST_PAUSE_MS;
  const isNew = isFirst || isHeldUp || network.mark !== state.mark || state.hearingSince === undefined;
  const hearingSince = !network.isUp ? undefined : isNew ? now : state.hearingSince;
  const before = isFirst
    ? { ...state, notified: new Map(Array.from(state.notified.keys(), (id) => [id, now])) }
    : state;
  const next = sorted(before, check, hearingSince);
  const begun = isQuiet ? [] : waitedFor(next.due, now, { gatherMs, leastMs: CONFIRM_MS });
  const over = isQuiet ? [] : waitedFor(next.over, now, { gatherMs, leastMs: 0 });
  for (const id of begun) next.notified.set(id, now);
  for (const id of over) next.notified.delete(id);
  const { dropped, ...others } = next;
  return {
    state: { checkedAt: now, hearingSince, mark: network.mark, ...others },
    news: { begun, over, dropped },
  };
}

interface Sorted {
  notified: Map<string, number>;
  due: Map<string, number>;
  over: Map<string, number>;
  excused: Map<string, number>;
  dropped: string[];
}

function sorted(state: WatchState, { now, conditions }: Check, hearingSince: number | undefined): Sorted {
  const next: Sorted = { notified: new Map(), due: new Map(), over: new Map(), excused: new Map(), dropped: [] };
  for (const { id, since, holdsMs, isExcused } of conditions) {
    const excusedAt = isExcused ? now : state.excused.get(id);
    if (excusedAt !== undefined) next.excused.set(id, excusedAt);
    const isDue =
      holdsMs !== null &&
      since !== null &&
      hearingSince !== undefined &&
      now - Math.max(since, hearingSince, excusedAt ?? -Infinity) >= holdsMs;
    const notifiedAt = state.notified.get(id);
    if (notifiedAt === undefined) {
      if (isDue) next.due.set(id, hearingSince === state.hearingSince ? (state.due.get(id) ?? now) : now);
      continue;
    }
    const isOver = since === null || since > notifiedAt;
    if (isOver && holdsMs === null) continue;
    // Over for a moment and due again: it stays reported.
    next.notified.set(id, isOver && isDue ? now : notifiedAt);
    if (isOver && !isDue) next.over.set(id, state.over.get(id) ?? now);
  }
  for (const id of state.notified.keys()) if (!next.notified.has(id)) next.dropped.push(id);
  return next;
}

/** Once the oldest id has waited for `gatherMs`, returns all that have waited for at least `leastMs`. */
function waitedFor(
  waiting: ReadonlyMap<string, number>,
  now: number,
  { gatherMs, leastMs }: { gatherMs: number; leastMs: number },
): string[] {
  if (now - Math.min(...waiting.values()) < gatherMs) return [];
  return [...waiting].flatMap(([id, since]) => (now - since >= leastMs ? [id] : [])).sort();
}
