import { type RowWithHistory, sparkline } from './history.ts';
import { type Goal, isMet, measuredOf } from './measuring/bench.ts';

export interface MeasuredRow extends RowWithHistory {
  /** The id of the bench it comes from. */
  bench: string;
  met: boolean;
}

export interface Results {
  machine: string;
  rows: MeasuredRow[];
}

export const REPORT_COMMAND = 'npm run lab -- bench --report';
/** The heading under which the page explains, by hand, why a goal is missed. */
const MISS = '[✗](#misses)';
/** Single runs behind a median, such as `(164 / 188 / 256)`: too long for a cell. */
const SINGLE_RUNS = / \(\d+(?: \/ \d+)+\)/g;

function numberText(value: number): string {
  if (value >= 100) return String(Math.round(value));
  // One clip of 97 is not within 0.01.
  if (Math.abs(value) < 0.1) return String(Number(value.toPrecision(3)));
  return String(Number(value.toFixed(value >= 10 ? 1 : 2)));
}

function amount(value: number, unit: string): string {
  return `${numberText(value)}${unit === '×' ? '' : ' '}${unit}`;
}

function goalText({ kind, value, unit }: Goal): string {
  return `${kind === 'at least' ? '≥' : '≤'} ${amount(value, unit)}`;
}

function figuresText(figures: Record<string, string>): string {
  const texts = Object.entries(figures).map(([name, value]) => `${name} ${value.replace(SINGLE_RUNS, '')}`);
  return texts.join(', ');
}

function tableRow(row: MeasuredRow): string {
  const measured = amount(measuredOf(row), row.goal.unit);
  const cells = [row.name, row.against, `${measured}${isMet(row) ? '' : ` ${MISS}`}`, goalText(row.goal)];
  return `| ${[...cells, figuresText(row.figures), sparkline(row)].join(' | ')} |`;
}

function section(bench: string, rows: readonly MeasuredRow[]): string {
  const day = rows[0]?.measuredAt.slice(0, 10) ?? '';
  const head = ['| what | against | measured | goal | figures | so far |', '|---|---|---|---|---|---|'];
  return [`### ${bench}`, '', `Measured on ${day}.`, '', ...head, ...rows.map(tableRow)].join('\n');
}

/**
 * The last results of `npm run lab -- bench` as Markdown: one section a bench, with a cross at every goal that is
 * missed.
 */
export function reportOf({ machine, rows }: Results): string {
  const missed = rows.filter((row) => !isMet(row)).length;
  const count = `${rows.length - missed} of ${rows.length} goals are met; ✗ marks those that are not.`;
  const sections = [...Map.groupBy(rows, (row) => row.bench)].map(([bench, ofBench]) => section(bench, ofBench));
  return [`Machine: ${machine}. ${count}`, ...sections].join('\n\n');
}

/** A summary for docs/figures.md: each figure with its goal, and whether the goal is met. */
export function summaryOf({ rows }: Results): string {
  const lines = rows.map(
    (row) =>
      `| \`${row.bench}\` | ${row.name} | ${goalText(row.goal)} | ${amount(measuredOf(row), row.goal.unit)}${isMet(row) ? '' : ' ✗'} |`,
  );
  return ['| bench | what | goal | now |', '|---|---|---:|---:|', ...lines].join('\n');
}
