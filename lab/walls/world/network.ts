import type { Clock, Owner } from './clock.ts';
import type { Server, Told } from './server.ts';
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

/** One after the other, when the weather changes. */
const PROXY_STATUSES = [403, 404, 429, 401];
const LATENCY_MS = 20;
const SLOW_MS = 8_000;
const ALIVE_EVERY_MS = 25_000;
const OPENED_AGAIN_MS = 3_000;

/** The network between the tablet and its server. */
export class Network {
  weather: Weather = 'ok';
  /** The requests and streams that were begun. */
  begun = 0;
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
        if (response) resolve(response);
        else reject(new TypeError('Failed to fetch'));
      };
      const arrive = () => {
        const response = this.#arriving(request);
        if (this.weather !== 'slow') settle(response);
        // What it says may be outdated when it comes.
        else this.#clock.set(owner, () => settle(this.#isOpen() ? response : undefined), { inMs: SLOW_MS });
      };
      this.#clock.set(owner, arrive, { inMs: LATENCY_MS });
    });
  }

  get #refusal(): number {
    return PROXY_STATUSES[this.#turns % PROXY_STATUSES.length] ?? 403;
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
        return new SimResponse('Not here', { status: this.#refusal, headers: { 'Content-Type': 'text/html' } });
      case 'portal':
        return new SimResponse('<h1>Welcome to our guest network</h1>', { headers: { 'Content-Type': 'text/html' } });
      case 'portal in JSON':
        return new SimResponse('{"login":"required"}', { headers: { 'Content-Type': 'application/json' } });
      case 'another installation':
        return this.#withoutKeys(request, 'neighbours');
      case 'the key is forgotten':
        return this.#withoutKeys(request, this.#server.installation);
      case 'refused':
      case 'cut':
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

interface StreamParts {
  clock: Clock;
  server: Server;
  streams: Set<SimEventSource>;
  owner: Owner;
  isOpen: () => boolean;
  isSilent: () => boolean;
}

type Listener = (event: { data: string }) => void;

class SimEventSource {
  static readonly CLOSED = 2;
  readyState = 0;
  readonly #listeners = new Map<string, Listener[]>();
  readonly #parts: StreamParts;
  readonly #tell: Told = (event, data = '') => this.#hear(event, data);
  readonly #url: string;
  #alive: number | undefined;

  constructor(url: string, parts: StreamParts) {
    this.#url = url;
    this.#parts = parts;
    parts.streams.add(this);
    parts.clock.set(parts.owner, () => this.#connect(), { inMs: LATENCY_MS });
  }

  addEventListener(name: string, listener: Listener): void {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
  }

  get owner(): Owner {
    return this.#parts.owner;
  }

  close(): void {
    this.readyState = SimEventSource.CLOSED;
    this.#parts.server.listeners.delete(this.#tell);
    this.#parts.streams.delete(this);
    this.#parts.clock.clear(this.#alive);
  }

  broke(): void {
    if (this.readyState === SimEventSource.CLOSED) return;
    this.#parts.server.listeners.delete(this.#tell);
    const { clock, owner } = this.#parts;
    clock.set(owner, () => this.#hear('error', ''), { inMs: 1 });
    // Browsers open a stream again that nobody has closed.
    clock.set(owner, () => this.#connect(), { inMs: OPENED_AGAIN_MS });
  }

  #connect(): void {
    const { clock, server, owner, isOpen, isSilent } = this.#parts;
    if (this.readyState === SimEventSource.CLOSED || isSilent()) return;
    const key = new URL(this.#url).searchParams.get('apiKey') ?? '';
    if (!isOpen() || server.keys.get(key) !== 'valid') {
      this.readyState = SimEventSource.CLOSED;
      this.#hear('error', '');
      return;
    }
    this.readyState = 1;
    server.listeners.add(this.#tell);
    this.#hear('alive', '');
    clock.clear(this.#alive);
    this.#alive = clock.set(owner, () => this.#beat(), { inMs: ALIVE_EVERY_MS, everyMs: ALIVE_EVERY_MS });
  }

  #beat(): void {
    if (this.#parts.owner.isAlive && this.#parts.isOpen()) this.#hear('alive', '');
  }

  #hear(event: string, data: string): void {
    if (!this.#parts.owner.isAlive) {
      this.close();
      return;
    }
    if (this.readyState === SimEventSource.CLOSED && event !== 'error') return;
    for (const listener of this.#listeners.get(event) ?? []) listener({ data });
  }
}
