import type { HistorySpan } from '#contract/admin/limits.ts';
import type { NodeDetails, NodeHistory } from '#contract/nodes/schemas.ts';
import { countOf } from '../curation/counts.ts';

/** `unknown`: the server itself was not running or the node had not been seen yet, so nothing is known of it. */
type StepState = 'unknown' | 'silent' | 'heard';

export const SPAN_NAMES: Record<HistorySpan, string> = {
  day: 'last 24 hours',
  month: 'last 30 days',
  year: 'last year',
};

export function stepStateOf({ heartbeats, listened }: NodeHistory, step: number): StepState {
  if (heartbeats[step]) return 'heard';
  return listened[step] ? 'silent' : 'unknown';
}

/** A number of an axis, such as 12, 3.4 or 0.025, with as many digits as are useful. */
export function shortNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(size >= 1 ? 3 : 2)));
}

/** The digits behind the point, of a number such as 47.25 or 1e-7. */
function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent));
}

/** The most digits behind the point that a number can be written with. */
const MOST_DECIMALS = 100;

/** Rounds a mean to as many decimals as the sent values have: 21.333… between 21.2 and 21.4 becomes 21.3. */
function meanText(mean: number, { low, high }: Range): string {
  const decimals = Math.min(MOST_DECIMALS, Math.max(decimalsOf(low), decimalsOf(high)));
  return String(Math.min(high, Math.max(low, Number(mean.toFixed(decimals)))));
}

function spanOf(minutes: number): string {
  if (minutes < 60) return countOf(minutes, 'minute');
  if (minutes < 48 * 60) return countOf(Math.round(minutes / 60), 'hour');
  return countOf(Math.round(minutes / 1_440), 'day');
}

export interface Range {
  low: number;
  high: number;
}

export function rangeOf({ low, high }: Pick<NodeHistory, 'low' | 'high'>): Range | undefined {
  const lows = low.filter((value) => value !== null);
  const highs = high.filter((value) => value !== null);
  if (lows.length === 0 || highs.length === 0) return undefined;
  return { low: Math.min(...lows), high: Math.max(...highs) };
}

/** The mean reading of the last step that has one. */
function lastOf({ mean, low, high }: NodeHistory): string | undefined {
  for (let step = mean.length - 1; step >= 0; step--) {
    const value = mean[step];
    if (value !== null && value !== undefined)
      return meanText(value, { low: low[step] ?? value, high: high[step] ?? value });
  }
  return undefined;
}

/** The name of the readings of a node: of pings, whose values may have a unit, or of brightness. */
export function readingName({ unit }: Pick<NodeDetails, 'unit'>): string {
  return unit === null ? 'Brightness' : 'Value';
}

/** The chart of the readings in words. */
export function readingWords(history: NodeHistory, node: Pick<NodeDetails, 'unit'>): string {
  const range = rangeOf(history);
  const last = lastOf(history);
  const name = readingName(node).toLowerCase();
  const unit = node.unit ? ` ${node.unit}` : '';
  if (!range || last === undefined) return `No ${name} in the ${SPAN_NAMES[history.span]}.`;
  const { low, high } = range;
  if (low === high) return `The ${name} was always ${low}${unit}.`;
  return `Between ${low} and ${high}${unit}, at the end ${last}${unit}.`;
}

/** Heartbeats a minute in a step; null when nothing is known. */
export function ratesOf(history: NodeHistory): (number | null)[] {
  return history.heartbeats.map((count, step) => {
    const minutes = history.stepMinutes * (history.listened[step] || 1);
    return stepStateOf(history, step) === 'unknown' ? null : count / minutes;
  });
}

/** The chart of the heartbeats in words. */
export function heartbeatWords(history: NodeHistory): string {
  const states = history.heartbeats.map((_, step) => stepStateOf(history, step));
  const count = (state: StepState) => states.filter((one) => one === state).length * history.stepMinutes;
  if (states.every((state) => state === 'unknown')) return `Nothing is known of the ${SPAN_NAMES[history.span]}.`;
  if (count('heard') === 0) return `Silent for the ${SPAN_NAMES[history.span]}.`;
  const parts = [
    count('silent') === 0 ? 'Heard without a break' : `Heard in ${spanOf(count('heard'))}`,
    ...(count('silent') === 0
      ? []
      : [`silent in ${spanOf(count('silent'))}, at most ${longestSilence(history, states)}`]),
    ...(count('unknown') === 0 ? [] : [`nothing is known of ${spanOf(count('unknown'))}`]),
  ];
  return `${parts.join('; ')}.`;
}

function longestSilence({ stepMinutes }: NodeHistory, states: readonly StepState[]): string {
  let longest = 0;
  let present = 0;
  for (const state of states) {
    present = state === 'silent' ? present + 1 : 0;
    longest = Math.max(longest, present);
  }
  return `${spanOf(longest * stepMinutes)} at a time`;
}

export interface HistoryRow {
  /** The beginning, in milliseconds since 1970. */
  from: number;
  heartbeats: number;
  state: StepState;
  range: Range | undefined;
}

const ROWS: Record<HistorySpan, number> = { day: 24, month: 30, year: 12 };

/** The chart as a table of few rows, newest first. */
export function historyRows(history: NodeHistory): HistoryRow[] {
  const count = history.heartbeats.length;
  const perRow = Math.ceil(count / ROWS[history.span]);
  const stepMs = history.stepMinutes * 60_000;
  const end = Date.parse(history.until);
  const rows: HistoryRow[] = [];
  for (let last = count; last > 0; last -= perRow) {
    const first = Math.max(0, last - perRow);
    const states = history.heartbeats.slice(first, last).map((_, step) => stepStateOf(history, first + step));
    rows.push({
      from: end - (count - first) * stepMs,
      heartbeats: history.heartbeats.slice(first, last).reduce((sum, one) => sum + one, 0),
      state: states.includes('heard') ? 'heard' : states.includes('silent') ? 'silent' : 'unknown',
      range: rangeOf({ low: history.low.slice(first, last), high: history.high.slice(first, last) }),
    });
  }
  return rows;
}
