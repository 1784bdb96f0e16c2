/** The common shape of all benches. A new bench is a file that exports a `Bench`, named in main.ts. */
export interface Bench {
  /** The name for `--only`. */
  id: string;
  /** Runs only when it is named. */
  isLong?: boolean;
  run(): Promise<Row[]>;
}

export interface Row {
  name: string;
  /** The peer or limit in the same run. */
  against: string;
  /** Ours over the peer's; absent where the goal is an absolute figure. */
  ratio?: number;
  goal: Goal;
  /** Absolute figures, readable on their own. */
  figures: Record<string, string>;
}

export interface Goal {
  kind: 'at least' | 'at most';
  value: number;
  unit: string;
  /** The figure that is compared with the goal, where that is not the ratio. */
  measured?: number;
}

export function measuredOf(row: Row): number {
  return row.goal.measured ?? row.ratio ?? Number.NaN;
}

export function isMet(row: Row): boolean {
  const measured = measuredOf(row);
  return row.goal.kind === 'at least' ? measured >= row.goal.value : measured <= row.goal.value;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * Runs the candidates in turn, so that a slow moment of the machine affects all of them; returns the median of each.
 */
export async function inTurns<Name extends string>(
  rounds: number,
  candidates: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number>> {
  const results = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, run] of Object.entries<() => Promise<number>>(candidates)) {
      results.set(name, [...(results.get(name) ?? []), await run()]);
    }
  }
  const medians = Object.keys(candidates).map((name) => [name, median(results.get(name) ?? [])]);
  const found: Record<Name, number> = Object.fromEntries(medians);
  return found;
}

export function printTable(rows: readonly Row[]): void {
  const lines = rows.map((row) => [
    row.name,
    row.against,
    row.ratio === undefined ? '' : `${row.ratio.toFixed(2)}×`,
    `${row.goal.kind === 'at least' ? '≥' : '≤'} ${row.goal.value} ${row.goal.unit}`.trim(),
    isMet(row) ? 'met' : `NOT MET (${measuredOf(row).toFixed(2)})`,
    Object.entries(row.figures)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
  ]);
  const heads = ['what', 'measured against', 'ratio', 'goal', '', 'figures'];
  console.log(`| ${heads.join(' | ')} |\n|${heads.map(() => ' --- |').join('')}`);
  for (const line of lines) console.log(`| ${line.join(' | ')} |`);
}
