import type { Clock, Owner } from './clock.ts';
import { LATENCY_MS, SimEventSource } from './eventSource.ts';
import type { Server } from './server.ts';
import { SimRequest, SimResponse } from './web.ts';

/** The state of the way to the server. All but `ok` end sooner or later. */
export type Weather =
  | 'ok'
  | 'refused'
  | 'hanging'
  | 'slow'
  | 'cut'
  | '502'
  | 'portal'
  | 'portal in JSON'
  | 'a proxy refuses'
  | 'another installation'
  /** The server is the tablet's own, and does not know its key. */
  | 'the key is forgotten';

/** One after the other. */
const PROXY_STATUSES = [403, 404, 429, 401];
const PICTURE = /\/(medium|thumbnail)\//;
const SLOW_MS = 8_000;

/** The network between the tablet and its server. */
export class Network {
  weather: Weather = 'ok';
  /** The requests and streams that were begun. */
  begun = 0;
  /** Those that are for no picture. */
  calls = 0;
  /** The last page that the browser loaded itself, since its worker ended meanwhile. */
  loadedAlone = '';
  #turns = 0;
  readonly #clock: Clock;
  readonly #server: Server;
  readonly #streams = new Set<SimEventSource>();
  readonly #pending = new Set<{ owner: Owner }>();

  constructor(clock: Clock, server: Server) {
    this.#clock = clock;
    this.#server = server;
  }

  /** Open streams break whenever the weather changes. Returns its end, which is none once it has changed again. */
  turn(weather: Weather): () => void {
    this.#turns += 1;
    const mine = this.#turns;
    this.weather = weather;
    for (const stream of this.#streams) stream.broke();
    return () => void (mine === this.#turns && this.turn('ok'));
  }

  #isOpen(): boolean {
    return this.weather === 'ok' || this.weather === 'slow';
  }

  /** A page that is closed closes its streams. */
  closeOf(owner: Owner): void {
    for (const stream of this.#streams) if (stream.owner === owner) stream.close();
  }

  /** The requests of living pages and workers that have no response yet. */
  get pending(): number {
    for (const one of this.#pending) if (!one.owner.isAlive) this.#pending.delete(one);
    return this.#pending.size;
  }

  fetch(request: SimRequest, owner: Owner): Promise<SimResponse> {
    this.begun += 1;
    if (!PICTURE.test(request.url)) this.calls += 1;
    const mine = { owner };
    this.#pending.add(mine);
    return new Promise((resolve, reject) => {
      const { signal } = request;
      const abort = () => {
        this.#pending.delete(mine);
        reject(new DOMException('Aborted', 'AbortError'));
      };
      if (signal?.aborted) abort();
      signal?.addEventListener('abort', abort, { once: true });
      if (this.weather === 'hanging') return;
      const settle = (response: SimResponse | undefined) => {
        this.#pending.delete(mine);
        if (response) resolve(Object.assign(response, { url: request.url }));
        else reject(new TypeError('Failed to fetch'));
      };
      const arrive = () => {
        const response = this.#arriving(request);
        if (this.weather !== 'slow') settle(response);
        // It may be outdated when it comes.
        else this.#clock.set(owner, () => settle(this.#isOpen() ? response : undefined), { inMs: SLOW_MS });
      };
      this.#clock.set(owner, arrive, { inMs: LATENCY_MS });
    });
  }

  #refuse(): SimResponse {
    const status = PROXY_STATUSES[this.begun % PROXY_STATUSES.length] ?? 403;
    const isJson = this.#turns % 4 < 2;
    const headers = { 'Content-Type': isJson ? 'application/json' : 'text/html' };
    return new SimResponse(isJson ? '{"message":"Not here"}' : 'Not here', { status, headers });
  }

  /** Undefined: the connection is refused or broken off. */
  #arriving(request: SimRequest): SimResponse | undefined {
    switch (this.weather) {
      case 'ok':
      case 'slow':
        return this.#server.respond(request);
      case '502':
        return new SimResponse('Bad gateway', { status: 502, headers: { 'Content-Type': 'text/html' } });
      case 'a proxy refuses':
        return this.#refuse();
      case 'portal':
        return new SimResponse('<h1>Welcome to our guest network</h1>', { headers: { 'Content-Type': 'text/html' } });
      case 'portal in JSON':
        return new SimResponse('{"login":"required"}', { headers: { 'Content-Type': 'application/json' } });
      case 'another installation':
        return this.#withoutKeys(request, 'neighbours');
      case 'the key is forgotten':
        return this.#withoutKeys(request, this.#server.installation);
      case 'cut':
        return this.begun % 2 === 0 ? this.#server.respond(request).cutOff() : undefined;
      case 'refused':
      case 'hanging':
        return undefined;
    }
  }

  #withoutKeys(request: SimRequest, as: string): SimResponse {
    const { installation, keys } = this.#server;
    const known = [...keys];
    this.#server.installation = as;
    keys.clear();
    try {
      return this.#server.respond(request);
    } finally {
      this.#server.installation = installation;
      for (const [key, state] of known) keys.set(key, state);
    }
  }

  /** The class as one page sees it. */
  eventSourceOf(owner: Owner) {
    const [clock, server, streams] = [this.#clock, this.#server, this.#streams];
    const isOpen = () => this.#isOpen();
    const isSilent = () => this.weather === 'hanging';
    const opens = () => (this.begun += 1);
    return class extends SimEventSource {
      constructor(url: string) {
        super(url, { clock, server, streams, owner, isOpen, isSilent });
        opens();
      }
    };
  }
}
