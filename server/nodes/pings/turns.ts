interface Options {
  /** The turns of each name within one window. */
  most: number;
  withinMs: number;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Counts what each name does within a window of time: a device in a loop must not fill the log and the processor. */
export class Turns {
  readonly #options: Options;
  readonly #counts = new Map<string, number>();
  #window = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** False when the name has used up its turns. */
  take(name = ''): boolean {
    const { most, withinMs, now } = this.#options;
    const window = Math.floor(now() / withinMs);
    if (window !== this.#window) this.#counts.clear();
    this.#window = window;
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return count <= most;
  }
}
