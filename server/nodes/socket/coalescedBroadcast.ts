/** At most this share of the server's time is spent on making responses. */
const BUSY_SHARE = 1 / 3;

interface BroadcastOptions<Reader> {
  /** Makes one response and sends it to all waiting readers. */
  send: (readers: ReadonlySet<Reader>) => void;
  monotonicNow: () => number;
}

/**
 * Lets many readers share one response that takes long to make. A response is always made after it was requested, so it
 * is never outdated. How long readers wait depends on how long the last response took: not at all for a dozen nodes,
 * some milliseconds for thousands. Of the last two responses the faster one counts, so that a single pause (a garbage
 * collection) does not delay anybody.
 */
export class CoalescedBroadcast<Reader> {
  readonly #options: BroadcastOptions<Reader>;
  #waiting = new Set<Reader>();
  #scheduled = false;
  #notBefore = 0;
  #lastCostMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: BroadcastOptions<Reader>) {
    this.#options = options;
  }

  request(reader: Reader): void {
    this.#waiting.add(reader);
    if (this.#scheduled) return;
    this.#scheduled = true;
    const waitMs = this.#notBefore - this.#options.monotonicNow();
    if (waitMs > 1) this.#timer = setTimeout(() => this.#send(), waitMs);
    // Readers that request within the same turn of the event loop share the response too.
    else setImmediate(() => this.#send());
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#waiting.clear();
  }

  #send(): void {
    const readers = this.#waiting;
    this.#waiting = new Set();
    this.#scheduled = false;
    if (readers.size === 0) return;
    const startedAt = this.#options.monotonicNow();
    this.#options.send(readers);
    const endedAt = this.#options.monotonicNow();
    const costMs = endedAt - startedAt;
    this.#notBefore = endedAt + Math.min(costMs, this.#lastCostMs) * (1 / BUSY_SHARE - 1);
    this.#lastCostMs = costMs;
  }
}
