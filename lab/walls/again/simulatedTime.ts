// These run in the page, before all its scripts: `clockScript` puts their texts together, so that none of them may use
// anything from outside but each other.

interface Timer {
  atMs: number;
  everyMs: number | undefined;
  run: () => void;
}

/** The page's timers, which run only when simulated time comes to them. */
export class SimulatedTimers {
  nowMs = 0;
  readonly #timers = new Map<number, Timer>();
  #lastId = 0;

  plan(timer: { run: TimerHandler; values: unknown[] }, delayMs: number, isRepeated: boolean): number {
    const everyMs = Math.max(1, delayMs || 0);
    const { run, values } = timer;
    const call = () => (typeof run === 'function' ? run(...values) : undefined);
    this.#lastId += 1;
    this.#timers.set(this.#lastId, {
      atMs: this.nowMs + everyMs,
      everyMs: isRepeated ? everyMs : undefined,
      run: call,
    });
    return this.#lastId;
  }

  cancel(id: number): void {
    this.#timers.delete(id);
  }

  nextAtMs(): number {
    return Math.min(...[...this.#timers.values()].map(({ atMs }) => atMs));
  }

  /** Runs the first timer that is due. */
  runOne(): boolean {
    const atMs = this.nextAtMs();
    const due = [...this.#timers].find(([, timer]) => timer.atMs === atMs && atMs <= this.nowMs);
    if (!due) return false;
    const [id, timer] = due;
    if (timer.everyMs === undefined) this.#timers.delete(id);
    else timer.atMs = this.nowMs + timer.everyMs;
    timer.run();
    return true;
  }
}

/** Knows what is running in real time: requests, pictures that are decoded, messages to the worker. */
export class UnderWay {
  /** A request that takes longer is treated as hanging. */
  patienceMs = 3_000;
  readonly #timeout = window.setTimeout.bind(window);
  readonly #waiting: (() => void)[] = [];
  readonly #channel = new MessageChannel();
  readonly #turns: (() => void)[] = [];
  readonly #otherEnds = new WeakMap<object, MessagePort>();
  #count = 0;

  constructor() {
    this.#channel.port1.addEventListener('message', () => this.#turns.shift()?.());
    this.#channel.port1.start();
  }

  /** From now on, what this method returns is under way until it settles. */
  count(target: object, name: string): void {
    this.#replace(target, name, (result) => this.#hold(Promise.resolve(result)));
  }

  /** From now on, a message that is posted with one end of a channel is under way until the other end hears a reply. */
  awaitReplies(target: object, name: string): void {
    const otherEnds = this.#otherEnds;
    window.MessageChannel = class extends MessageChannel {
      constructor() {
        super();
        otherEnds.set(this.port2, this.port1);
      }
    };
    this.#replace(target, name, (_result, [, ports]) => {
      const port = Array.isArray(ports) ? otherEnds.get(ports[0]) : undefined;
      if (port) this.#hold(new Promise((resolve) => port.addEventListener('message', resolve, { once: true })));
    });
  }

  /** From now on a new worker is under way while it is installed, and while it takes over after a message like this. */
  awaitWorkers(takesOver: (message: unknown) => boolean): void {
    this.#replace(ServiceWorkerContainer.prototype, 'register', (found) => this.#hold(UnderWay.#installed(found)));
    this.#replace(ServiceWorkerRegistration.prototype, 'update', (found) => this.#hold(UnderWay.#installed(found)));
    this.#replace(ServiceWorker.prototype, 'postMessage', (_result, [message]) => {
      if (!takesOver(message)) return;
      const { serviceWorker } = navigator;
      const taken = (resolve: () => void) =>
        serviceWorker.addEventListener('controllerchange', resolve, { once: true });
      this.#hold(new Promise<void>(taken));
    });
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.#timeout(() => resolve(), ms));
  }

  /** Resolves after two turns of the event loop without anything running: its results have been drawn. */
  async settled(): Promise<void> {
    for (let quiet = 0; quiet < 2; quiet += 1) {
      await this.#oneTurn();
      while (this.#count > 0) {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
        quiet = -1;
      }
    }
  }

  #oneTurn(): Promise<void> {
    return new Promise((resolve) => {
      this.#turns.push(resolve);
      this.#channel.port2.postMessage(null);
    });
  }

  #hold(promise: Promise<unknown>): void {
    let isHeld = true;
    this.#count += 1;
    const letGo = () => {
      if (!isHeld) return;
      isHeld = false;
      this.#count -= 1;
      if (this.#count === 0) for (const go of this.#waiting.splice(0)) go();
    };
    this.#timeout(letGo, this.patienceMs);
    promise.then(letGo, letGo);
  }

  static async #installed(found: unknown): Promise<void> {
    const registration = await found;
    const worker = registration instanceof ServiceWorkerRegistration ? registration.installing : null;
    if (worker) await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
  }

  #replace(target: object, name: string, onCalled: (result: unknown, values: unknown[]) => void): void {
    const method: unknown = Reflect.get(target, name);
    if (typeof method !== 'function') return;
    Reflect.set(target, name, function replaced(this: unknown, ...values: unknown[]) {
      const result: unknown = Reflect.apply(method, this ?? window, values);
      onCalled(result, values);
      return result;
    });
  }
}
