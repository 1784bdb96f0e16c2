import type { Clock, Owner } from './clock.ts';
import type { Network } from './network.ts';
import { commonScope, Listeners, type Script, type SimPort } from './scope.ts';
import { type Build, precacheOf } from './builds.ts';
import type { Storage } from './storage.ts';
import { ORIGIN, SimRequest, type SimResponse } from './web.ts';

/** A page as the worker sees it. */
export class SimClient {
  readonly id: string;
  readonly url: string;
  readonly visibilityState = 'visible';
  readonly #heard: (message: unknown) => void;
  readonly #navigated: (url: string) => void;

  constructor(
    id: string,
    url: string,
    { heard, navigated }: { heard: (message: unknown) => void; navigated: (url: string) => void },
  ) {
    this.id = id;
    this.url = url;
    this.#heard = heard;
    this.#navigated = navigated;
  }

  postMessage(message: unknown): void {
    this.#heard(message);
  }

  async navigate(url: string): Promise<void> {
    this.#navigated(url);
  }
}

class SimExtendableEvent {
  readonly type: string;
  readonly works: Promise<unknown>[] = [];

  constructor(type: string) {
    this.type = type;
  }

  waitUntil(work: Promise<unknown>): void {
    work.catch(() => undefined);
    this.works.push(work);
  }
}

class SimFetchEvent extends SimExtendableEvent {
  readonly request: SimRequest;
  readonly clientId: string;
  readonly resultingClientId: string;
  readonly preloadResponse = Promise.resolve(undefined);
  response: Promise<SimResponse> | undefined;

  constructor(request: SimRequest, { clientId, resultingClientId }: { clientId: string; resultingClientId: string }) {
    super('fetch');
    this.request = request;
    this.clientId = clientId;
    this.resultingClientId = resultingClientId;
  }

  respondWith(response: Promise<SimResponse> | SimResponse): void {
    this.response = Promise.resolve(response);
    this.response.catch(() => undefined);
  }
}

/** The worker's process was taken away. */
export class BrokenOff extends TypeError {}

interface Parts {
  clock: Clock;
  network: Network;
  storage: Storage;
  random: () => number;
  script: Script;
  clients: () => SimClient[];
  onState: (worker: SimWorker) => void;
  onSkipWaiting: (worker: SimWorker) => void;
  onClaim: (worker: SimWorker) => void;
}

type State = 'installing' | 'installed' | 'activating' | 'activated' | 'redundant';

/** A worker of one build. The browser starts its script for an event, and may kill it at any moment. */
export class SimWorker {
  readonly build: Build;
  state: State = 'installing';
  readonly #parts: Parts;
  /** Called when the script is broken off. */
  readonly #deaths = new Set<() => void>();
  #running: { owner: Owner; listeners: Listeners } | undefined;

  constructor(build: Build, parts: Parts) {
    this.build = build;
    this.#parts = parts;
  }

  become(state: State): void {
    this.state = state;
    this.#parts.onState(this);
    if (state === 'redundant') this.#endWhenIdle();
  }

  /** Browsers let a worker end its requests when another one has taken over. */
  #endWhenIdle(): void {
    if (this.#deaths.size === 0) this.kill();
  }

  kill(): void {
    if (this.#running) this.#running.owner.isAlive = false;
    this.#running = undefined;
  }

  /** Undefined where the worker leaves the request to the browser. Rejects when the worker is killed meanwhile. */
  fetch(request: SimRequest, ids: { clientId: string; resultingClientId: string }): Promise<SimResponse> | undefined {
    const { owner, listeners } = this.#start();
    const event = new SimFetchEvent(request, ids);
    listeners.fire('fetch', event);
    const { response } = event;
    return response && this.#whileAlive(owner, response);
  }

  message(data: unknown, source: SimClient | undefined, ports: SimPort[]): void {
    const { listeners } = this.#start();
    listeners.fire('message', Object.assign(new SimExtendableEvent('message'), { data, source, ports }));
  }

  async install(): Promise<void> {
    const event = new SimExtendableEvent('install');
    this.#start().listeners.fire('install', event);
    await Promise.all(event.works);
  }

  async activate(): Promise<void> {
    const event = new SimExtendableEvent('activate');
    this.#start().listeners.fire('activate', event);
    await Promise.allSettled(event.works);
  }

  /** Rejects once the script is broken off. */
  #whileAlive(owner: Owner, response: Promise<SimResponse>): Promise<SimResponse> {
    return new Promise((resolve, reject) => {
      const look = () => (owner.isAlive ? undefined : reject(new BrokenOff()));
      this.#deaths.add(look);
      const end = () => {
        this.#deaths.delete(look);
        if (this.state === 'redundant') this.#endWhenIdle();
      };
      response.then(resolve, reject).finally(end);
    });
  }

  /** Kills the running script and breaks off what it was doing. */
  breakOff(): void {
    this.kill();
    for (const look of this.#deaths) look();
  }

  #start(): { owner: Owner; listeners: Listeners } {
    if (this.#running) return this.#running;
    const { clock, network, storage, random, script } = this.#parts;
    const owner = { isAlive: true };
    const listeners = new Listeners();
    this.#running = { owner, listeners };
    script.run({
      ...commonScope(clock, owner, random),
      __WB_MANIFEST: precacheOf(this.build),
      location: new URL('/sw.js', ORIGIN),
      registration: { scope: `${ORIGIN}/` },
      navigator: { storage: storage.manager() },
      caches: storage.cacheStorage(),
      simulatedKeyval: storage.keyval(owner),
      fetch: (from: string | SimRequest, options?: object) => network.fetch(new SimRequest(from, options), owner),
      clients: {
        get: async (id: string) => this.#parts.clients().find((client) => client.id === id),
        matchAll: async () => this.#parts.clients(),
        claim: async () => this.#parts.onClaim(this),
      },
      skipWaiting: async () => this.#parts.onSkipWaiting(this),
      addEventListener: listeners.add,
      Client: SimClient,
      WindowClient: SimClient,
      FetchEvent: SimFetchEvent,
      ExtendableEvent: SimExtendableEvent,
    });
    return this.#running;
  }
}
