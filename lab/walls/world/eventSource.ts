import type { Clock, Owner } from './clock.ts';
import type { Server, Told } from './server.ts';

export const LATENCY_MS = 20;
const ALIVE_EVERY_MS = 25_000;
const OPENED_AGAIN_MS = 3_000;

interface StreamParts {
  clock: Clock;
  server: Server;
  streams: Set<SimEventSource>;
  owner: Owner;
  isOpen: () => boolean;
  isSilent: () => boolean;
}

type Listener = (event: { data: string }) => void;

/** An event stream of a page, which opens again by itself as a browser's does. */
export class SimEventSource {
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
