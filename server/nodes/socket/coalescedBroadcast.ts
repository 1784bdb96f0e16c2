/** Of the time between two answers at most this share is spent on making them. */
const BUSY_SHARE = 1 / 3;

interface Wiring<Asker> {
  /** Makes one answer and sends it to all who wait. */
  send: (askers: ReadonlySet<Asker>) => void;
  monotonicNow: () => number;
}

/**
 * Lets many askers share one answer that is costly to make. An answer is always made after it was asked for, so it is
 * never stale; askers wait only while the last one's making must first be paid for: nothing for a dozen nodes, some
 * milliseconds for thousands. A pause that hit one answer (the collection of garbage) is nobody's to pay.
 */
export class CoalescedBroadcast<Asker> {
  readonly #wiring: Wiring<Asker>;
  #waiting = new Set<Asker>();
  #scheduled = false;
  #notBefore = 0;
  #lastCostMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(wiring: Wiring<Asker>) {
    this.#wiring = wiring;
  }

  ask(asker: Asker): void {
    this.#waiting.add(asker);
    if (this.#scheduled) return;
    this.#scheduled = true;
    const waitMs = this.#notBefore - this.#wiring.monotonicNow();
    if (waitMs > 1) this.#timer = setTimeout(() => this.#answer(), waitMs);
    // Whoever asked within the same turn of the event loop shares as well.
    else setImmediate(() => this.#answer());
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#waiting.clear();
  }

  #answer(): void {
    const askers = this.#waiting;
    this.#waiting = new Set();
    this.#scheduled = false;
    if (askers.size === 0) return;
    const startedAt = this.#wiring.monotonicNow();
    this.#wiring.send(askers);
    const endedAt = this.#wiring.monotonicNow();
    const costMs = endedAt - startedAt;
    this.#notBefore = endedAt + Math.min(costMs, this.#lastCostMs) * (1 / BUSY_SHARE - 1);
    this.#lastCostMs = costMs;
  }
}
