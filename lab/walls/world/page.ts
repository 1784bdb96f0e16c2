import type { Clock, Owner } from './clock.ts';
import type { Network } from './network.ts';
import type { Registration } from './registration.ts';
import { commonScope, Listeners, type SimPort } from './scope.ts';
import type { Storage } from './storage.ts';
import { ORIGIN, SimRequest, type SimResponse } from './web.ts';
import type { SimClient, SimWorker } from './worker.ts';

export type Screen =
  | { photo: Shown; sinceMs: number }
  | 'nothing yet'
  | 'landing'
  | 'no photos'
  | 'a foreign page'
  | 'no page';

export interface Shown {
  albumSlug: string;
  filename: string;
}

interface Parts {
  clock: Clock;
  network: Network;
  storage: Storage;
  random: () => number;
  registration: Registration;
  owner: Owner;
  client: SimClient;
  controller: SimWorker | undefined;
  /** The address of the build's script. */
  source: string;
  failsToStart: boolean;
  /** A request of the page, through its worker. */
  fetch: (page: SimPage, request: SimRequest) => Promise<SimResponse>;
  show: (page: SimPage, screen: { photo: Shown } | 'landing' | 'no photos') => void;
  /** Whether the wall is dark, whatever is on it. */
  cover: (page: SimPage, isDark: boolean) => void;
  reload: (page: SimPage) => void;
  /** The page's address becomes another, without a load. */
  moved: (page: SimPage, address: string) => void;
  open: (page: SimPage, address: string) => void;
}

/** A page of the app, with everything that its scripts find around them. */
export class SimPage {
  readonly owner: Owner;
  readonly client: SimClient;
  readonly source: string;
  readonly window = new Listeners();
  readonly container = new Listeners();
  readonly registrationListeners = new Listeners();
  isHidden = false;
  controller: SimWorker | undefined;
  /** Starts the app; known once the page's own script has run. */
  start: () => void = () => undefined;
  readonly #parts: Parts;
  readonly #documentListeners = new Listeners();
  readonly #location: URL;
  readonly #handles = new Map<SimWorker, object>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.owner = parts.owner;
    this.client = parts.client;
    this.source = parts.source;
    this.controller = parts.controller;
    this.#location = Object.assign(new URL(parts.client.url), { reload: () => parts.reload(this) });
  }

  #move(address: string): void {
    this.#location.href = new URL(address, ORIGIN).href;
    this.#parts.moved(this, address);
  }

  scope(): Record<string, unknown> {
    const { clock, network, storage, random } = this.#parts;
    return {
      ...commonScope(clock, this.owner, random),
      location: this.#location,
      document: this.#document(),
      history: { state: null },
      History: {
        prototype: { replaceState: (_state: unknown, _title: string, to: URL) => this.#move(to.href) },
      },
      navigator: { serviceWorker: this.#container(), storage: storage.manager(), onLine: true },
      screen: { width: 1024, height: 768 },
      devicePixelRatio: 1,
      HTMLElement: SimElement,
      addEventListener: this.window.add,
      removeEventListener: this.window.remove,
      localStorage: storage.localStorage(),
      caches: storage.cacheStorage(),
      simulatedKeyval: storage.keyval(),
      EventSource: network.eventSourceOf(this.owner),
      fetch: (from: string | SimRequest, options?: object) => this.#parts.fetch(this, new SimRequest(from, options)),
      wall: this.#wall(),
    };
  }

  /** The worker that serves this page is another one now. */
  control(worker: SimWorker): void {
    this.controller = worker;
    this.#parts.clock.set(this.owner, () => this.container.fire('controllerchange'), { inMs: 0 });
  }

  /** Another page lies over it. */
  hide(isHidden: boolean): void {
    this.isHidden = isHidden;
    this.#documentListeners.fire('visibilitychange');
  }

  #document(): object {
    const { add, remove } = this.#documentListeners;
    const seen = {
      readyState: 'complete',
      cookie: '',
      querySelector: (selector: string) => (selector.startsWith('script') ? new SimElement(this.source) : null),
      addEventListener: add,
      removeEventListener: remove,
      documentElement: { classList: { add: () => undefined, remove: () => undefined }, lang: 'en' },
    };
    return Object.defineProperty(
      seen,
      'visibilityState',
      property(() => (this.isHidden ? 'hidden' : 'visible')),
    );
  }

  #wall(): object {
    const { show, cover, reload, open, failsToStart } = this.#parts;
    return {
      loadImage: async (url: string) => {
        const response = await this.#parts.fetch(this, new SimRequest(url, { mode: 'no-cors' }));
        if (!response.ok || response.bodyText !== 'picture') throw new Error('No picture');
      },
      show: (screen: { photo: Shown } | 'landing' | 'no photos') => show(this, screen),
      cover: (isDark: boolean) => cover(this, isDark),
      reload: () => reload(this),
      open: (address: string) => open(this, address),
      move: (address: string) => this.#move(address),
      whenLoaded: (start: () => void) => (this.start = start),
      failsToStart,
    };
  }

  #container(): object {
    const { registration } = this.#parts;
    const handle = (worker: SimWorker | undefined) => (worker ? this.#handleOf(worker) : null);
    const seen = Object.defineProperties(
      {
        addEventListener: this.registrationListeners.add,
        removeEventListener: this.registrationListeners.remove,
        update: () => registration.update(this.owner),
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
        addEventListener: this.container.add,
        removeEventListener: this.container.remove,
        getRegistrations: async () => (registration.active ? [seen] : []),
        register: async () => {
          await registration.update(this.owner);
          return seen;
        },
      },
      { controller: property(() => handle(this.controller)) },
    );
  }

  /** The same worker is the same object each time. */
  #handleOf(worker: SimWorker): object {
    const known = this.#handles.get(worker);
    if (known) return known;
    const hear = (data: unknown, ports: SimPort[]) => {
      if (worker.state !== 'redundant') worker.message(data, this.client, ports);
    };
    const handle: object = Object.defineProperties(
      {
        scriptURL: `${ORIGIN}/sw.js`,
        addEventListener: (type: string, listener: (event: object) => void) =>
          worker.stateListeners.add(type, () => this.owner.isAlive && listener({ type, target: handle })),
        removeEventListener: () => undefined,
        postMessage: (data: unknown, ports: SimPort[] = []) =>
          void this.#parts.clock.set(this.owner, () => hear(data, ports), { inMs: 0 }),
      },
      { state: property(() => worker.state) },
    );
    this.#handles.set(worker, handle);
    return handle;
  }
}

function property(get: () => unknown): PropertyDescriptor {
  return { get, enumerable: true };
}

export class SimElement {
  readonly #src: string;

  constructor(src: string) {
    this.#src = src;
  }

  getAttribute(name: string): string | null {
    return name === 'src' ? this.#src : null;
  }
}
