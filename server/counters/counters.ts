import type { RouteCounter } from './requestCounters.ts';

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
 * Counts the server's work from its start on: plain numbers that cost next to nothing. server/metrics turns them into
 * text on request.
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
