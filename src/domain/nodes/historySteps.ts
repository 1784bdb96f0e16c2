import { isoTime } from '#domain/clock/isoTime.ts';
import type { HistorySpan } from '#contract/admin/limits.ts';
import type { NodeHistory } from '#contract/schemas/nodes.ts';
import { addTo, EMPTY_TALLY, type Tally } from './tally.ts';

/** The stored samples: every five minutes for two days, every hour for a year and some days. */
export const FIVE_MINUTES_MS = 5 * 60_000;
export const HOUR_MS = 60 * 60_000;

interface Steps {
  tier: 'fives' | 'hours';
  /** The number of stored samples in one step of the chart. */
  each: number;
  count: number;
}

const SPANS: Record<HistorySpan, Steps> = {
  day: { tier: 'fives', each: 1, count: 288 },
  month: { tier: 'hours', each: 2, count: 360 },
  year: { tier: 'hours', each: 24, count: 365 },
};

const UNIT_MS = { fives: FIVE_MINUTES_MS, hours: HOUR_MS } as const;
/** The server counts itself once a second, and a busy one less often. */
const LISTENED_FULLY = 0.9;

/** The stretches that a chart is made of: their numbers since 1970, from `first` to `last`. */
export function stretchesOf(span: HistorySpan, nowMs: number): { first: number; last: number } {
  const { tier, each, count } = SPANS[span];
  const last = Math.floor(nowMs / UNIT_MS[tier]);
  return { first: last - each * count + 1, last };
}

interface Stored {
  /** By the number of the stretch since 1970. */
  node: ReadonlyMap<number, Readonly<Tally>>;
  /** The server's own heartbeats, one in each second that it ran. */
  server: ReadonlyMap<number, Readonly<Tally>>;
  /** Nothing is known of a node before; null or left out: it was there all the time. */
  firstSeen?: number | null;
}

export function historyFrom({ node, server, firstSeen }: Stored, span: HistorySpan, nowMs: number): NodeHistory {
  const { tier, each, count } = SPANS[span];
  const { first, last } = stretchesOf(span, nowMs);
  const unitMs = UNIT_MS[tier];
  // Stored samples count more than the noted time of the node's beginning.
  const knownSince = Math.min(firstSeen ?? 0, ...[...node.keys()].map((stretch) => stretch * unitMs));
  const history: NodeHistory = {
    span,
    until: isoTime((last + 1) * unitMs),
    stepMinutes: (each * unitMs) / 60_000,
    heartbeats: [],
    listened: [],
    mean: [],
    low: [],
    high: [],
  };
  for (let step = 0; step < count; step++) {
    const from = first + step * each;
    const heard = joined(node, from, each);
    const seconds = joined(server, from, each).heartbeats;
    const passedMs = Math.min(nowMs - from * unitMs, each * unitMs);
    history.heartbeats.push(heard.heartbeats);
    const knownMs = passedMs - Math.max(0, knownSince - from * unitMs);
    history.listened.push(shareOf(seconds * 1_000, passedMs) * shareOf(knownMs, passedMs));
    history.mean.push(heard.mean);
    history.low.push(heard.low);
    history.high.push(heard.high);
  }
  return history;
}

function joined(stored: ReadonlyMap<number, Readonly<Tally>>, from: number, each: number): Tally {
  const sum = { ...EMPTY_TALLY };
  for (let stretch = from; stretch < from + each; stretch++) {
    const tally = stored.get(stretch);
    if (tally) addTo(sum, tally);
  }
  return sum;
}

function shareOf(listenedMs: number, passedMs: number): number {
  const share = passedMs <= 0 ? 0 : Math.max(0, listenedMs / passedMs);
  return share >= LISTENED_FULLY ? 1 : Math.round(share * 100) / 100;
}
