import { isoTime } from '#domain/clock/isoTime.ts';
import type { HistorySpan } from '#contract/admin/limits.ts';
import type { NodeHistory } from '#contract/nodes/schemas.ts';
import { type DayInQuarters, MINUTES_PER_QUARTER, NOT_KNOWN_YET, QUARTERS_PER_DAY } from '#contract/day/quarters.ts';

/** The heartbeats and readings of a node in a stretch of time. */
export interface Tally {
  heartbeats: number;
  /** The number of minutes with a heartbeat; null in samples that an earlier version stored. */
  minutes: number | null;
  /** The number of brightness readings. */
  readings: number;
  /** The smallest and largest reading; null when there are none. */
  mean: number | null;
  low: number | null;
  high: number | null;
}

export const EMPTY_TALLY: Readonly<Tally> = {
  heartbeats: 0,
  minutes: 0,
  readings: 0,
  mean: null,
  low: null,
  high: null,
};

/** A reading with or without a heartbeat, or a heartbeat alone. */
export function tallyOf(heartbeats: number, brightness?: number): Tally {
  if (brightness === undefined) return { ...EMPTY_TALLY, heartbeats };
  return { heartbeats, minutes: 0, readings: 1, mean: brightness, low: brightness, high: brightness };
}

/** Adds `more` to `tally`, in place: thousands of heartbeats arrive in a second. */
export function addTo(tally: Tally, more: Readonly<Tally>): void {
  tally.heartbeats += more.heartbeats;
  if (tally.minutes !== null) tally.minutes += more.minutes ?? 0;
  if (more.readings === 0 || more.mean === null || more.low === null || more.high === null) return;
  const readings = tally.readings + more.readings;
  const before = tally.mean ?? more.mean;
  // Not the sum divided by the count: a sum of great readings would overflow.
  tally.mean = before + (more.mean - before) * (more.readings / readings);
  tally.low = Math.min(tally.low ?? more.low, more.low);
  tally.high = Math.max(tally.high ?? more.high, more.high);
  tally.readings = readings;
}

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
/**
 * The server counts as running if it counted itself in this share of the seconds: a busy one counts itself less often.
 */
const LISTENED_FULLY = 0.9;

/** The indices of the first and the last bucket of a chart, counted from 1970. */
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
  /** The time before which the node is unknown; null or absent: it always existed. */
  firstSeen?: number | null;
}

export function historyFrom({ node, server, firstSeen }: Stored, span: HistorySpan, nowMs: number): NodeHistory {
  const { tier, each, count } = SPANS[span];
  const { first, last } = stretchesOf(span, nowMs);
  const unitMs = UNIT_MS[tier];
  // Stored samples take precedence over the stored time of the node's first heartbeat.
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

const FIVES_PER_QUARTER = (MINUTES_PER_QUARTER * 60_000) / FIVE_MINUTES_MS;

/**
 * The last 24 hours in quarter hours, from the samples of five minutes: a hexadecimal digit for the minutes in which the
 * node reported. Quarter hours before `firstSeen` are unknown, unless there is a sample.
 */
export function quartersOf(
  fives: ReadonlyMap<number, Readonly<Tally>>,
  nowMs: number,
  firstSeen: number | null = null,
): DayInQuarters {
  const last = Math.floor(nowMs / (MINUTES_PER_QUARTER * 60_000));
  const knownSince = Math.min(firstSeen ?? 0, ...[...fives.keys()].map((five) => five * FIVE_MINUTES_MS));
  let day = '';
  for (let quarter = last - QUARTERS_PER_DAY + 1; quarter <= last; quarter++) {
    const isKnown = (quarter + 1) * MINUTES_PER_QUARTER * 60_000 > knownSince;
    day += isKnown ? minutesHeard(fives, quarter * FIVES_PER_QUARTER).toString(16) : NOT_KNOWN_YET;
  }
  return day;
}

function minutesHeard(fives: ReadonlyMap<number, Readonly<Tally>>, from: number): number {
  let minutes = 0;
  for (let five = from; five < from + FIVES_PER_QUARTER; five++) {
    const tally = fives.get(five);
    // A server that restarts within a minute counts it twice.
    if (tally) minutes += Math.min(tally.minutes ?? tally.heartbeats, FIVE_MINUTES_MS / 60_000);
  }
  return minutes;
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
