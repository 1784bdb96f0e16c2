import { createHash } from 'node:crypto';
import type { Clock, Owner } from './clock.ts';
import { SimHeaders, SimRequest, SimResponse } from './web.ts';

/** The part of a scope that pages and workers have in common: clock, timers, random numbers, requests, hashes. */
export function commonScope(clock: Clock, owner: Owner, random: () => number): Record<string, unknown> {
  const math = Object.create(Math, { random: { value: random } });
  return {
    Date: dateOf(clock),
    Math: math,
    Intl: SIMULATED_INTL,
    performance: { now: () => clock.monotonicMs, mark: () => undefined },
    setTimeout: (run: () => void, inMs = 0) => clock.set(owner, run, { inMs }),
    clearTimeout: (id: unknown) => clock.clear(id),
    setInterval: (run: () => void, everyMs = 0) => clock.set(owner, run, { inMs: everyMs, everyMs }),
    clearInterval: (id: unknown) => clock.clear(id),
    Headers: SimHeaders,
    Request: SimRequest,
    Response: SimResponse,
    MessageChannel: channelOf(clock, owner),
    crypto: { subtle: { digest: async (_name: string, bytes: Uint8Array) => sha256(bytes) } },
    console: { error: () => undefined, warn: () => undefined, log: () => undefined },
    process: { env: { NODE_ENV: 'production' } },
  };
}

function sha256(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(createHash('sha256').update(bytes).digest()).buffer;
}

/** A function: a class that extends the platform's takes several times as long for each date. */
function dateOf(clock: Clock): unknown {
  const { UTC, parse, prototype } = Date;
  const made = (at: string | number | Date = clock.now) => new Date(at);
  const constructed = function constructed(at?: string | number | Date) {
    return made(at);
  };
  return Object.assign(constructed, { now: () => clock.now, UTC, parse, prototype });
}

/** The platform makes each format anew for the name of its zone, which takes longer than all else of a report. */
const resolvedOptions = new Intl.DateTimeFormat().resolvedOptions();
const SIMULATED_INTL: unknown = Object.create(Intl, {
  DateTimeFormat: {
    value: new Proxy(Intl.DateTimeFormat, {
      construct: (format, options) =>
        options.length === 0 ? { resolvedOptions: () => resolvedOptions } : Reflect.construct(format, options),
    }),
  },
});

type PortListener = (event: { data: unknown }) => void;

/** One end of a channel. A message arrives at the other end, unless its owner is gone. */
export class SimPort {
  onmessage: PortListener | undefined;
  other: SimPort | undefined;
  readonly #listeners: PortListener[] = [];
  readonly #clock: Clock;
  readonly #owner: Owner;

  constructor(clock: Clock, owner: Owner) {
    this.#clock = clock;
    this.#owner = owner;
  }

  postMessage(data: unknown): void {
    const { other } = this;
    if (other) this.#clock.set(other.#owner, () => other.#hear(data), { inMs: 0 });
  }

  addEventListener(_type: string, listener: PortListener): void {
    this.#listeners.push(listener);
  }

  start(): void {
    // Nothing waits for it here.
  }

  #hear(data: unknown): void {
    this.onmessage?.({ data });
    for (const listener of this.#listeners) listener({ data });
  }
}

function channelOf(clock: Clock, owner: Owner) {
  return class {
    readonly port1 = new SimPort(clock, owner);
    readonly port2 = new SimPort(clock, owner);

    constructor() {
      this.port1.other = this.port2;
      this.port2.other = this.port1;
    }
  };
}

/** Listeners by the name of their event, as on a window. */
export class Listeners {
  readonly #all = new Map<string, Set<(event: object) => void>>();

  readonly add = (type: string, listener: (event: object) => void, { signal }: { signal?: AbortSignal } = {}): void => {
    const known = this.#all.get(type) ?? new Set();
    this.#all.set(type, known.add(listener));
    signal?.addEventListener('abort', () => this.remove(type, listener), { once: true });
  };

  readonly remove = (type: string, listener: (event: object) => void): void => {
    this.#all.get(type)?.delete(listener);
  };

  get count(): number {
    let sum = 0;
    for (const listeners of this.#all.values()) sum += listeners.size;
    return sum;
  }

  fire(type: string, event: object = {}): void {
    for (const listener of this.#all.get(type) ?? []) listener(event);
  }
}

/** A script of the tablet, compiled once and run for each page and worker. */
export class Script {
  readonly #code: string;
  #compiled: { names: string[]; run: (...values: unknown[]) => unknown } | undefined;

  constructor(code: string) {
    this.#code = code;
  }

  /** Runs it with `own` in place of the platform's globals of the same names. */
  run(own: Record<string, unknown>): void {
    // Not by assignment, which would reach the setters of the platform's own globals.
    const scope: Record<string, unknown> = Object.create(globalThis, Object.getOwnPropertyDescriptors(own));
    for (const name of ['self', 'window', 'globalThis'])
      Object.defineProperty(scope, name, { value: scope, enumerable: true });
    const names = Object.keys(scope);
    this.#compiled ??= { names, run: compile(this.#code, names) };
    this.#compiled.run(...this.#compiled.names.map((name) => scope[name]));
  }
}

function compile(code: string, names: readonly string[]): (...values: unknown[]) => unknown {
  // oxlint-disable-next-line typescript/no-implied-eval -- the script that was built of our own modules
  const made: unknown = new Function(...names, code);
  if (typeof made !== 'function') throw new Error('The script was not compiled');
  return (...values) => Reflect.apply(made, undefined, values);
}
