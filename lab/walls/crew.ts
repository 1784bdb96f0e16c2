import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData, type WorkerOptions } from 'node:worker_threads';
import { live, type Lived } from './life.ts';
import { type Code, scriptsOf, World } from './world.ts';
import type { Event } from './year.ts';

interface Task {
  seed: number;
  events: readonly Event[];
}

const options: WorkerOptions = {
  /** A lived minute leaves much that is short-lived: with more room for it a year takes a tenth less time. */
  resourceLimits: { maxYoungGenerationSizeMb: 48 },
  /** Counting objects is said to be experimental. */
  execArgv: ['--disable-warning=ExperimentalWarning'],
};

/** Threads that live years side by side, each one year at a time. */
export class Crew {
  readonly #idle: Worker[];
  readonly #waiting: ((thread: Worker) => void)[] = [];
  readonly #all: readonly Worker[];

  constructor(code: Code, size: number) {
    this.#all = Array.from(
      { length: size },
      () => new Worker(new URL(import.meta.url), { ...options, workerData: code }),
    );
    this.#idle = [...this.#all];
  }

  async live(seed: number, events: readonly Event[]): Promise<Lived> {
    const thread = this.#idle.pop() ?? (await new Promise<Worker>((resolve) => this.#waiting.push(resolve)));
    try {
      const heard = once(thread, 'message');
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
      thread.postMessage({ seed, events } satisfies Task);
      const [lived]: Lived[] = await heard;
      if (!lived) throw new Error('A thread ended');
      return lived;
    } finally {
      const next = this.#waiting.shift();
      if (next) next(thread);
      else this.#idle.push(thread);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((thread) => thread.terminate()));
  }
}

if (!isMainThread && parentPort) {
  const port = parentPort;
  const scripts = scriptsOf(workerData);
  port.on('message', ({ seed, events }: Task) => {
    void live(new World(scripts, seed), events).then((lived) => port.postMessage(lived));
  });
}
