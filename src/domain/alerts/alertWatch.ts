/**
 * A node, a tablet, or a part of the server that can have a problem, which then counts as silent. Times are on a clock
 * that never jumps and continues while the machine sleeps.
 */
export interface WatchedThing {
  id: string;
  heardAt: number | null;
  /** The silence after which it is reported; null: never. */
  silentMs: number | null;
  /** Until this time its silence does not count, as in the dark hours of a tablet. */
  isExcused?: boolean;
}

/** The server's view of its own network. `mark` changes when its addresses do. */
export interface OwnNetwork {
  isUp: boolean;
  mark: string;
}

export interface Look {
  now: number;
  things: readonly WatchedThing[];
  network: OwnNetwork;
  /** During quiet hours nothing is sent; what is still true at their end is sent then. */
  isQuiet: boolean;
  /** The time from the first due thing to the message, so that others can join the same message. */
  gatherMs?: number;
}

export interface WatchState {
  lookedAt: number | undefined;
  /** The time from which the server could receive everything; undefined while it cannot receive. */
  hearingSince: number | undefined;
  mark: string;
  /** Things that were reported as silent, each with the time after which a heartbeat means that it is back. */
  notified: ReadonlyMap<string, number>;
  /** Things that are silent for long enough, with the start of their silence. */
  due: ReadonlyMap<string, number>;
  /** Reported things that were heard again, with the time when this was noticed. */
  back: ReadonlyMap<string, number>;
  /** The time at which each was last excused. */
  excused: ReadonlyMap<string, number>;
}

export interface AlertNews {
  silent: string[];
  back: string[];
  /** No longer reported, without a message: muted meanwhile, or forgotten. */
  dropped: string[];
}

/** The interval at which the server checks. */
export const LOOK_EVERY_MS = 5_000;
/** After a longer pause between two checks the server was blocked, or the machine slept. */
const LONGEST_PAUSE_MS = 15_000;
export const GATHER_MS = 40_000;
/** The time for which a thing has to be due: within it the server notices the loss of its own network. */
const CONFIRM_MS = 25_000;

/** `notified` are the things that were reported as silent before a restart. */
export function beginWatch(notified: Iterable<string> = []): WatchState {
  return {
    lookedAt: undefined,
    hearingSince: undefined,
    mark: '',
    // A thing heard before the first check is not back: its time comes from a wall clock.
    notified: new Map(Array.from(notified, (id) => [id, Infinity])),
    due: new Map(),
    back: new Map(),
    excused: new Map(),
  };
}

/**
 * Decides which things are reported. Silence counts only while the server could hear: after a start, a stall, a sleep
 * of the machine, or a lost or changed network, everything gets its whole time again.
 */
export function watch(state: WatchState, look: Look): { state: WatchState; news: AlertNews } {
  const { now, network, isQuiet, gatherMs = GATHER_MS } = look;
  const isFirst = state.lookedAt === undefined;
  const isHeldUp = state.lookedAt !== undefined && now - state.lookedAt > LONGEST_PAUSE_MS;
  const isNew = isFirst || isHeldUp || network.mark !== state.mark || state.hearingSince === undefined;
  const hearingSince = !network.isUp ? undefined : isNew ? now : state.hearingSince;
  const before = isFirst
    ? { ...state, notified: new Map(Array.from(state.notified.keys(), (id) => [id, now])) }
    : state;
  const next = sorted(before, look, hearingSince);
  const silent =
    isQuiet || hearingSince === undefined ? [] : waitedFor(next.due, now, { gatherMs, leastMs: CONFIRM_MS });
  const back = isQuiet ? [] : waitedFor(next.back, now, { gatherMs, leastMs: 0 });
  for (const id of silent) {
    next.due.delete(id);
    next.notified.set(id, now);
  }
  for (const id of back) {
    next.back.delete(id);
    next.notified.delete(id);
  }
  const { dropped, ...others } = next;
  return {
    state: { lookedAt: now, hearingSince, mark: network.mark, ...others },
    news: { silent, back, dropped },
  };
}

interface Sorted {
  notified: Map<string, number>;
  due: Map<string, number>;
  back: Map<string, number>;
  excused: Map<string, number>;
  dropped: string[];
}

function sorted(state: WatchState, { now, things }: Look, hearingSince: number | undefined): Sorted {
  const next: Sorted = { notified: new Map(), due: new Map(), back: new Map(), excused: new Map(), dropped: [] };
  for (const { id, heardAt, silentMs, isExcused } of things) {
    const excusedAt = isExcused ? now : state.excused.get(id);
    if (excusedAt !== undefined) next.excused.set(id, excusedAt);
    const isSilent =
      silentMs !== null &&
      heardAt !== null &&
      hearingSince !== undefined &&
      now - Math.max(heardAt, hearingSince, excusedAt ?? -Infinity) >= silentMs;
    const notifiedAt = state.notified.get(id);
    if (notifiedAt === undefined) {
      if (isSilent) next.due.set(id, hearingSince === state.hearingSince ? (state.due.get(id) ?? now) : now);
      continue;
    }
    const isBack = heardAt !== null && heardAt > notifiedAt;
    if (isBack && silentMs === null) next.dropped.push(id);
    else {
      // Heard once and silent again: it stays reported.
      next.notified.set(id, isBack && isSilent ? now : notifiedAt);
      if (isBack && !isSilent) next.back.set(id, state.back.get(id) ?? now);
    }
  }
  for (const id of state.notified.keys()) {
    if (!next.notified.has(id) && !next.dropped.includes(id)) next.dropped.push(id);
  }
  return next;
}

/** Once the oldest thing has waited for `gatherMs`, returns all that have waited for at least `leastMs`. */
function waitedFor(
  waiting: ReadonlyMap<string, number>,
  now: number,
  { gatherMs, leastMs }: { gatherMs: number; leastMs: number },
): string[] {
  if (waiting.size === 0 || now - Math.min(...waiting.values()) < gatherMs) return [];
  return [...waiting].flatMap(([id, since]) => (now - since >= leastMs ? [id] : [])).sort();
}
