import { measuredOf, type Row } from './measuring/bench.ts';

/** The result of a row at another time. */
export interface Earlier {
  measuredAt: string;
  measured: number;
}

export interface RowWithHistory extends Row {
  measuredAt: string;
  /** The oldest first. */
  earlier?: Earlier[];
}

const KEPT = 24;
/** The noise of ratios between runs on a machine that also does other work. */
const NOISE = 0.1;
const BARS = '▁▂▃▄▅▆▇█';

function isSame(one: Row, other: Row): boolean {
  return one.name === other.name && one.against === other.against;
}

/** The row with its earlier results. */
export function withHistory<Measured extends RowWithHistory>(row: Measured, kept: readonly RowWithHistory[]): Measured {
  const before = kept.find((one) => isSame(one, row));
  if (!before) return row;
  const last = { measuredAt: before.measuredAt, measured: measuredOf(before) };
  return { ...row, earlier: [...(before.earlier ?? []), last].slice(-KEPT) };
}

/** A bar for each measurement, from the least to the most of them; nothing for a single one. */
export function sparkline(row: RowWithHistory): string {
  if (!row.earlier?.length) return '';
  const values = [...row.earlier.map(({ measured }) => measured), measuredOf(row)];
  return bars(values, Math.min(...values));
}

/** A bar for each value, the longest for the greatest; values up to `least` have the shortest. */
export function bars(values: readonly number[], least: number): string {
  const range = Math.max(...values) - least;
  const bar = (value: number) => BARS[range === 0 ? 3 : Math.round(((value - least) / range) * (BARS.length - 1))];
  return values.map(bar).join('');
}

/**
 * Lists the rows that got slower than in stored results, by more than runs differ. Only ratios are compared: they mean
 * the same on any machine.
 */
export function slowerThan(kept: readonly Row[], now: readonly Row[]): string[] {
  return now.flatMap((row) => {
    const before = kept.find((one) => isSame(one, row));
    if (before?.ratio === undefined || row.ratio === undefined) return [];
    const isWorse =
      row.goal.kind === 'at least' ? row.ratio < before.ratio * (1 - NOISE) : row.ratio > before.ratio * (1 + NOISE);
    return isWorse
      ? [`${row.name}, against ${row.against}: ${before.ratio.toFixed(2)}× → ${row.ratio.toFixed(2)}×`]
      : [];
  });
}
