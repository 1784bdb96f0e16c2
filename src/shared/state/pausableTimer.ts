/** Calls `work` once after `ms` milliseconds, of which only those count in which the timer runs. It begins paused. */
export class PausableTimer {
  readonly #work: () => void;
  #leftMs: number;
  #running: { timer: ReturnType<typeof setTimeout>; sinceMs: number } | undefined;

  constructor(ms: number, work: () => void) {
    this.#leftMs = ms;
    this.#work = work;
  }

  run(): void {
    this.#running ??= { timer: setTimeout(this.#work, this.#leftMs), sinceMs: performance.now() };
  }

  pause(): void {
    if (!this.#running) return;
    clearTimeout(this.#running.timer);
    this.#leftMs -= performance.now() - this.#running.sinceMs;
    this.#running = undefined;
  }
}
