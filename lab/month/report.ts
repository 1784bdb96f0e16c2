import type { DayFigures } from './month.ts';

export const REPORT_COMMAND = 'npm run lab -- month --report';
export const HEAP_LIMIT = 1.1;

export interface Results {
  machine: string;
  measuredAt: string;
  seed: number;
  days: DayFigures[];
  realMinutes: number;
  /** The number of events of each kind. */
  happened: Record<string, number>;
  /** Minutes in which something was wrong, by kind. */
  findings: Record<string, number>;
}

/** The largest heap at the end of a day, compared with that of the second day, when most events have happened once. */
function largestGrowth(days: readonly DayFigures[], of: (day: DayFigures) => number): number {
  const [, second, ...later] = days;
  return second ? Math.max(1, ...later.map((day) => of(day) / of(second))) : 1;
}

export function heapGrowth({ days }: Pick<Results, 'days'>): number {
  return largestGrowth(days, ({ heap }) => heap.heapBytes);
}

export function keptGrowth({ days }: Pick<Results, 'days'>): number {
  return largestGrowth(days, ({ heap }) => heap.keptBytes);
}

/** Whether the heap grows with the days: its median over the last ten against that over the first ten after the second, all of them of tablets that have been on the wall for a while. */
export function heapTrend({ days }: Pick<Results, 'days'>): number {
  const kept = days.map(({ heap }) => heap.keptBytes);
  return median(kept.slice(-10)) / median(kept.slice(2, 12));
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}

function mark(holds: boolean): string {
  return holds ? '' : ' ✗';
}

function row(what: string, count: number): string {
  return `| ${what} | ${count}${mark(count === 0)} | 0 |`;
}

function heapRow(what: string, growth: number): string {
  return `| ${what} | ${growth.toFixed(2)}×${mark(growth <= HEAP_LIMIT)} | ≤ ${HEAP_LIMIT}× |`;
}

/** The last results of `npm run lab -- month` as Markdown. */
export function reportOf(results: Results): string {
  const { machine, measuredAt, seed, days, realMinutes, happened, findings } = results;
  const total = (of: (day: DayFigures) => number) => days.reduce((sum, day) => sum + of(day), 0).toLocaleString('en');
  const minutes = (kind: string) => findings[kind] ?? 0;
  return [
    `Machine: ${machine}. Seed ${seed}, ${days.length} days in ${realMinutes} minutes, on ${measuredAt.slice(0, 10)}: ${total(({ minutesByDay }) => minutesByDay)} minutes by day, ${total(({ changes }) => changes)} photos, ${total(({ loads }) => loads)} loads of the page.`,
    '',
    `What happened: ${Object.entries(happened)
      .map(([kind, count]) => `${kind} ${count}`)
      .join(', ')}.`,
    '',
    '| what | measured | goal |',
    '|---|---:|---:|',
    row('minutes dark by day', minutes('dark')),
    row('minutes without a photo by day', minutes('empty')),
    row('minutes lit by night', minutes('lit')),
    row('minutes frozen: one photo for longer than twice its time', minutes('frozen')),
    ...(findings.build === undefined
      ? []
      : [row('minutes on a build that is broken, or two hours old', findings.build)]),
    row("wrong photos: not the album's next one, or one that is deleted", minutes('wrong')),
    heapRow('heap at the end of a day, the largest against the second', heapGrowth(results)),
    heapRow('the same without compiled code', keptGrowth(results)),
    ...(days.length < 23
      ? []
      : [heapRow('its median over the last ten days against days 3 to 12', heapTrend(results))]),
  ].join('\n');
}
