import type { Clock, Owner } from './clock.ts';
import type { Registration } from './registration.ts';
import { Listeners, type SimPort } from './scope.ts';
import { ORIGIN } from './web.ts';
import type { SimClient, SimWorker } from './worker.ts';

interface Parts {
  clock: Clock;
  registration: Registration;
  owner: Owner;
  client: SimClient;
  controller: SimWorker | undefined;
}

/** A message arrives although its page is loaded anew meanwhile. */
const ON_ITS_WAY: Owner = { isAlive: true };

/** The workers of its origin, in the eyes of a page. */
export class PageWorkers {
  readonly listeners = new Listeners();
  /** Those of the registration. */
  readonly registered = new Listeners();
  controller: SimWorker | undefined;
  readonly #parts: Parts;
  readonly #handles = new Map<SimWorker, { seen: object; listeners: Listeners }>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.controller = parts.controller;
  }

  /** The worker that serves this page is another one now. */
  control(worker: SimWorker): void {
    this.controller = worker;
    this.#parts.clock.set(this.#parts.owner, () => this.listeners.fire('controllerchange'), { inMs: 0 });
  }

  /** A worker is in another state. */
  changed(worker: SimWorker): void {
    const handle = this.#handles.get(worker);
    handle?.listeners.fire('statechange', { type: 'statechange', target: handle.seen });
  }

  /** The number of the page's listeners, to whatever has to do with workers. */
  get count(): number {
    const ofWorkers = Array.from(this.#handles.values(), ({ listeners }) => listeners.count);
    return ofWorkers.reduce((sum, count) => sum + count, this.listeners.count + this.registered.count);
  }

  /** `navigator.serviceWorker` of the page. */
  container(): object {
    const { registration } = this.#parts;
    const handle = (worker: SimWorker | undefined) => (worker ? this.#handleOf(worker) : null);
    const seen = Object.defineProperties(
      {
        addEventListener: this.registered.add,
        removeEventListener: this.registered.remove,
        update: () => registration.update(this.#parts.owner),
        unregister: async () => registration.unregister(),
      },
      {
        installing: property(() => handle(registration.installing)),
        waiting: property(() => handle(registration.waiting)),
        active: property(() => handle(registration.active)),
      },
    );
    return Object.defineProperties(
      {
        addEventListener: this.listeners.add,
        removeEventListener: this.listeners.remove,
        getRegistrations: async () => (registration.active ? [seen] : []),
        register: async () => {
          await registration.update(this.#parts.owner);
          return seen;
        },
      },
      { controller: property(() => handle(this.controller)) },
    );
  }

  /** The same worker is the same object each time. */
  #handleOf(worker: SimWorker): object {
    const known = this.#handles.get(worker);
    if (known) return known.seen;
    const listeners = new Listeners();
    const hear = (data: unknown, ports: SimPort[]) => {
      if (worker.state !== 'redundant') worker.message(data, this.#parts.client, ports);
    };
    const seen: object = Object.defineProperties(
      {
        scriptURL: `${ORIGIN}/sw.js`,
        addEventListener: listeners.add,
        removeEventListener: listeners.remove,
        postMessage: (data: unknown, ports: SimPort[] = []) =>
          void this.#parts.clock.set(ON_ITS_WAY, () => hear(data, ports), { inMs: 0 }),
      },
      { state: property(() => worker.state) },
    );
    this.#handles.set(worker, { seen, listeners });
    return seen;
  }
}

export function property(get: () => unknown): PropertyDescriptor {
  return { get, enumerable: true };
}
