export interface Reading {
  labels: Record<string, string>;
  value: number;
}

/** A number that is read on request. */
export interface Metric {
  /** A counter only grows; a gauge rises and falls, and is absent without readings. */
  kind: 'counter' | 'gauge';
  /** Without the prefix that all have. */
  name: string;
  help: string;
  /** Every label has few values, all of them the program's own. */
  labelNames?: readonly string[];
  read: () => readonly Reading[] | Promise<readonly Reading[]>;
}

/** The one reading of a metric without labels. */
export function one(value: number): Reading[] {
  return [{ labels: {}, value }];
}
