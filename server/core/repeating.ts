import { setTimeout as wait } from 'node:timers/promises';

/**
 * Does work at an interval, never twice at once, and keeps no process alive. The work handles its own errors. The first
 * time is after one interval, or at once. Returns a function that stops it; it resolves when the current run has
 * finished.
 */
export function repeat(
  everyMs: number,
  work: () => Promise<void> | void,
  { atOnce = false } = {},
): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = () => {
    if (running) return;
    const result = work();
    if (result === undefined) return;
    running = result.finally(() => {
      running = undefined;
    });
  };
  const timer = setInterval(run, everyMs);
  if (atOnce) run();
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Waits, unless the signal aborts; keeps no process alive. Tests replace it by one that does not wait. */
export type Pause = (milliseconds: number, options: { signal: AbortSignal }) => Promise<unknown>;

const unreferenced: Pause = (milliseconds, { signal }) => wait(milliseconds, undefined, { signal, ref: false });

/** The pauses of work that goes on for long. Each rejects once the work is to end. */
export class Pauses {
  readonly #closing = new AbortController();
  readonly #pause: Pause;

  constructor(pause: Pause = unreferenced) {
    this.#pause = pause;
  }

  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  async rest(milliseconds: number): Promise<void> {
    this.signal.throwIfAborted();
    await this.#pause(milliseconds, { signal: this.signal });
  }

  close(): void {
    this.#closing.abort();
  }
}
