/** The shortest time between two reports of a tablet. */
const REPORT_AT_MOST_EVERY_MS = 5_000;
/** The interval of a tablet's reports while nothing changes. */
const REPORT_AT_LEAST_EVERY_MS = 50_000;

interface LastReport {
  /** The time since the last report; Infinity for never. */
  sinceLastMs: number;
  /** Whether something has changed since then. */
  isChanged: boolean;
}

/** Returns the wait before the next report. */
export function nextReportMs({ sinceLastMs, isChanged }: LastReport): number {
  return Math.max(0, (isChanged ? REPORT_AT_MOST_EVERY_MS : REPORT_AT_LEAST_EVERY_MS) - sinceLastMs);
}
