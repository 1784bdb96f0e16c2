/** A node in the server's memory. Times are on a clock that never jumps and goes on while the machine sleeps. */
interface WatchedNode {
  nodeId: string;
  heardAt: number | null;
  /** Silent for this long it is to be told of; null: never. */
  silentMs: number | null;
}

/** The server's view of its own network. `mark` changes when its addresses do. */
export interface OwnNetwork {
  isUp: boolean;
  mark: string;
}

export interface Look {
  now: number;
  nodes: readonly WatchedNode[];
  network: OwnNetwork;
  /** In quiet hours nothing is sent; what is still true at their end is sent then. */
  isQuiet: boolean;
}

export interface WatchState {
  lookedAt: number | undefined;
  /** The time from which the server could receive everything; undefined while it cannot receive. */
  hearingSince: number | undefined;
  mark: string;
  /** Nodes whose silence was told, with the time from which on a heartbeat means that they are back. */
  notified: ReadonlyMap<string, number>;
  /** Nodes that are silent for long enough, with since when they are. */
  due: ReadonlyMap<string, number>;
  /** Told nodes that were heard again, with the time at which that was noticed. */
  back: ReadonlyMap<string, number>;
}

interface Tidings {
  silent: string[];
  back: string[];
  /** No longer told, without a message: muted meanwhile, or forgotten. */
  dropped: string[];
}

/** The interval at which the server checks. */
export const LOOK_EVERY_MS = 5_000;
/** After a longer pause between two looks the server was held up, or the machine slept. */
const LONGEST_PAUSE_MS = 15_000;
/** From the first node that is due to the message: those that follow meanwhile come in the same one. */
export const GATHER_MS = 40_000;
/** A node has to be due for this long: within this time the server notices the loss of its own network. */
const CONFIRM_MS = 25_000;

/** `notified` are the nodes whose silence was told before a restart. */
export function beginWatch(notified: Iterable<string> = []): WatchState {
  return {
    lookedAt: undefined,
    hearingSince: undefined,
    mark: '',
    // A node heard before the first look is not back: its time comes from a wall clock.
    notified: new Map(Array.from(notified, (nodeId) => [nodeId, Infinity])),
    due: new Map(),
    back: new Map(),
  };
}

/**
 * Decides who is to be told of. Silence counts only from when on the server could hear: after a start, a stall, a sleep
 * of the machine, a lost or another network every node has its whole time again.
 */
export function watch(state: WatchState, look: Look): { state: WatchState; tidings: Tidings } {
  const { now, network, isQuiet } = look;
  const isFirst = state.lookedAt === undefined;
  const isHeldUp = state.lookedAt !== undefined && now - state.lookedAt > LONGEST_PAUSE_MS;
  const isNew = isFirst || isHeldUp || network.mark !== state.mark || state.hearingSince === undefined;
  const hearingSince = !network.isUp ? undefined : isNew ? now : state.hearingSince;
  const before = isFirst
    ? { ...state, notified: new Map(Array.from(state.notified.keys(), (id) => [id, now])) }
    : state;
  const next = sorted(before, look, hearingSince);
  const silent = isQuiet || hearingSince === undefined ? [] : waitedFor(next.due, now, CONFIRM_MS);
  const back = isQuiet ? [] : waitedFor(next.back, now, 0);
  for (const nodeId of silent) {
    next.due.delete(nodeId);
    next.notified.set(nodeId, now);
  }
  for (const nodeId of back) {
    next.back.delete(nodeId);
    next.notified.delete(nodeId);
  }
  const { notified, due } = next;
  return {
    state: { lookedAt: now, hearingSince, mark: network.mark, notified, due, back: next.back },
    tidings: { silent, back, dropped: next.dropped },
  };
}

interface Sorted {
  notified: Map<string, number>;
  due: Map<string, number>;
  back: Map<string, number>;
  dropped: string[];
}

function sorted(state: WatchState, { now, nodes }: Look, hearingSince: number | undefined): Sorted {
  const next: Sorted = { notified: new Map(), due: new Map(), back: new Map(), dropped: [] };
  for (const { nodeId, heardAt, silentMs } of nodes) {
    const isSilent =
      silentMs !== null &&
      heardAt !== null &&
      hearingSince !== undefined &&
      now - Math.max(heardAt, hearingSince) >= silentMs;
    const notifiedAt = state.notified.get(nodeId);
    if (notifiedAt === undefined) {
      if (isSilent) next.due.set(nodeId, hearingSince === state.hearingSince ? (state.due.get(nodeId) ?? now) : now);
      continue;
    }
    const isBack = heardAt !== null && heardAt > notifiedAt;
    if (isBack && silentMs === null) next.dropped.push(nodeId);
    else {
      // Heard once and silent again: still told.
      next.notified.set(nodeId, isBack && isSilent ? now : notifiedAt);
      if (isBack && !isSilent) next.back.set(nodeId, state.back.get(nodeId) ?? now);
    }
  }
  for (const nodeId of state.notified.keys()) {
    if (!next.notified.has(nodeId) && !next.dropped.includes(nodeId)) next.dropped.push(nodeId);
  }
  return next;
}

/** Once the first has waited for the others, all that have waited for at least `leastMs`. */
function waitedFor(waiting: ReadonlyMap<string, number>, now: number, leastMs: number): string[] {
  if (waiting.size === 0 || now - Math.min(...waiting.values()) < GATHER_MS) return [];
  return [...waiting].flatMap(([nodeId, since]) => (now - since >= leastMs ? [nodeId] : [])).sort();
}
