/** Runs while its owner lives: a page that was closed, or a worker that was killed, hears no timer any more. */
export interface Owner {
  isAlive: boolean;
}

interface Timer {
  at: number;
  order: number;
  owner: Owner;
  run: () => void;
  everyMs?: number;
}

/** Many times as many as run between two looks. */
const MOST_TIMERS = 10_000;
const STEPS_OF_TURN = 8;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The time of a simulated device. Nothing happens between two timers, so the clock jumps from one to the next. */
export class Clock {
  /** Since the simulation began; never jumps. */
  monotonicMs = 0;
  /** Added to the monotonic time: the device's own date, which may be set. */
  dateMs: number;
  #order = 0;
  readonly #heap: Timer[] = [];
  readonly #byId = new Map<number, Timer>();

  constructor(startMs: number) {
    this.dateMs = startMs;
  }

  get now(): number {
    return this.dateMs + this.monotonicMs;
  }

  get waiting(): number {
    return this.#byId.size;
  }

  set(owner: Owner, run: () => void, { inMs, everyMs }: { inMs: number; everyMs?: number }): number {
    this.#order += 1;
    // Browsers take a longer time for none.
    const waitMs = inMs > LONGEST_TIMER_MS ? 1 : Math.max(0, inMs || 0);
    const timer: Timer = { at: this.monotonicMs + waitMs, order: this.#order, owner, run };
    if (everyMs !== undefined) timer.everyMs = Math.max(1, everyMs);
    this.#byId.set(timer.order, timer);
    this.#push(timer);
    return timer.order;
  }

  clear(id: unknown): void {
    if (typeof id === 'number') this.#byId.delete(id);
  }

  /** Runs what is due until `untilMs`, in order; false: that does not come to an end. */
  run(untilMs: number): Promise<boolean> {
    let left = MOST_TIMERS;
    let isOver = false;
    return new Promise((resolve, reject) => {
      const end = (isCalm: boolean) => {
        isOver = true;
        resolve(isCalm);
      };
      const step = () => {
        if (isOver) return;
        left -= 1;
        try {
          if (left < 0) end(false);
          else if (!this.#runNext(untilMs)) {
            this.monotonicMs = Math.max(this.monotonicMs, untilMs);
            end(true);
          }
        } catch (error) {
          isOver = true;
          reject(error);
        }
      };
      // Every promise that can go on does so between two steps. Many steps of one turn take a third of the time of turns.
      const turn = () => {
        for (let count = 0; count < STEPS_OF_TURN; count += 1) setImmediate(step);
        setImmediate(() => isOver || turn());
      };
      turn();
    });
  }

  /** False: none is due. */
  #runNext(untilMs: number): boolean {
    for (let next = this.#heap[0]; next && next.at <= untilMs; next = this.#heap[0]) {
      this.#pop();
      if (!this.#byId.delete(next.order) || !next.owner.isAlive) continue;
      this.monotonicMs = Math.max(this.monotonicMs, next.at);
      if (next.everyMs !== undefined) {
        next.at = this.monotonicMs + next.everyMs;
        this.#byId.set(next.order, next);
        this.#push(next);
      }
      next.run();
      return true;
    }
    return false;
  }

  #push(timer: Timer): void {
    const heap = this.#heap;
    let at = heap.push(timer) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above];
      if (!parent || isBefore(parent, timer)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = timer;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      const [left, right] = [heap[below], heap[below + 1]];
      if (!left) break;
      if (right && isBefore(right, left)) below += 1;
      const child = heap[below];
      if (!child || isBefore(last, child)) break;
      heap[at] = child;
      at = below;
    }
    heap[at] = last;
  }
}

function isBefore(one: Timer, other: Timer): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

/** Random numbers that follow from a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('Nothing to pick from');
  return item;
}
