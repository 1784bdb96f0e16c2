/** Why a file of an upload was refused: a word for each status that a file can get. */
const REFUSALS: Readonly<Record<number, string>> = {
  400: 'wrong-field',
  413: 'too-large',
  415: 'no-picture',
  422: 'damaged',
  503: 'busy',
  507: 'disk-full',
};
const OTHER_REFUSAL = 'internal';

/**
 * Counts the server's work from its start on: plain numbers that cost next to nothing, and are read on request.
 */
export class Counters {
  readonly routes: RouteCounter[] = [];
  /** `running`: the requests that upload by hand just now. */
  readonly uploads = { accepted: 0, duplicates: 0, bytes: 0, running: 0 };
  readonly refused = new Map<string, number>();
  readonly sockets = { readers: 0, reporters: 0 };

  uploaded(isDuplicate: boolean): void {
    if (isDuplicate) this.uploads.duplicates += 1;
    else this.uploads.accepted += 1;
  }

  uploadRefused(status: number): void {
    const reason = REFUSALS[status] ?? OTHER_REFUSAL;
    this.refused.set(reason, (this.refused.get(reason) ?? 0) + 1);
  }
}

/** The upper limits of the histogram of response times, in seconds. */
export const LATENCY_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

const CLASSES = 6;

/**
 * Counts the requests of each route and their times, as plain numbers: no memory grows, and each request costs little.
 */
export class RouteCounter {
  readonly method: string;
  readonly route: string;
  /** Responses by the first digit of their status. */
  readonly byClass: number[] = Array.from({ length: CLASSES }, () => 0);
  /** Responses by time, not summed up; the last entry counts those longer than all limits. */
  readonly byTime: number[] = Array.from({ length: LATENCY_BUCKETS_S.length + 1 }, () => 0);
  seconds = 0;

  constructor(method: string, route: string) {
    this.method = method;
    this.route = route;
  }

  count(status: number, milliseconds: number): void {
    const hundreds = Math.min(CLASSES - 1, Math.trunc(status / 100));
    this.byClass[hundreds] = (this.byClass[hundreds] ?? 0) + 1;
    const seconds = milliseconds / 1_000;
    let place = 0;
    while (place < LATENCY_BUCKETS_S.length && seconds > (LATENCY_BUCKETS_S[place] ?? Infinity)) place += 1;
    this.byTime[place] = (this.byTime[place] ?? 0) + 1;
    this.seconds += seconds;
  }
}
