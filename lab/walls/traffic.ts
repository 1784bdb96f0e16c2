import type { World } from './world.ts';

/** Everything is looked at this often. */
export const LOOK_EVERY_MS = 10_000;
/** Starts are counted over so long, and calls while nothing disturbs the wall. */
export const SPAN_MS = 10 * 60_000;
/** A photo's two pictures, and as many of another one that was deleted and not looked for yet. */
const RESPONSES_PER_PHOTO = 4;
/** Half as many again as forty years had at most, or more: what grows reaches it. */
const AT_MOST = {
  'requests in ten seconds': 200,
  'calls in ten quiet minutes': 90,
  'requests without a response': 40,
  'open streams': 4,
  'starts in ten minutes': 20,
  'waiting timers': 110,
  'listeners of a page': 60,
  'texts in localStorage': 30,
  'records in IndexedDB': 60,
  caches: 20,
  'responses beside those of photos': 60,
};

/** Says whether what a tablet asks for, waits for and stores stays as little as it is, whatever is on the wall. */
export class Traffic {
  readonly #world: World;
  #begun = 0;
  readonly #before: { atMs: number; launches: number; calls: number }[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  /** A second loop of requests shows when nothing else asks for anything. */
  tooMuch(isQuiet: boolean): string | undefined {
    const { browser, clock, network, server, storage } = this.#world;
    const begun = network.begun - this.#begun;
    this.#begun = network.begun;
    const before = this.#spanAgo();
    const amounts: typeof AT_MOST = {
      'requests in ten seconds': begun,
      'calls in ten quiet minutes': isQuiet ? network.calls - before.calls : 0,
      'requests without a response': network.pending,
      'open streams': server.listeners.size,
      'starts in ten minutes': browser.launches - before.launches,
      'waiting timers': clock.waiting,
      'listeners of a page': Math.max(0, ...browser.pages.map(({ listeners }) => listeners)),
      'texts in localStorage': storage.local.size,
      'records in IndexedDB': storage.records.size,
      caches: storage.caches.size,
      'responses beside those of photos': storage.used - RESPONSES_PER_PHOTO * server.photoCount,
    };
    for (const name of NAMES) if (amounts[name] > AT_MOST[name]) return `There are ${amounts[name]} ${name}`;
    return undefined;
  }

  #spanAgo(): { launches: number; calls: number } {
    const { browser, clock, network } = this.#world;
    const now = { atMs: clock.monotonicMs, launches: browser.launches, calls: network.calls };
    this.#before.push(now);
    while ((this.#before[1]?.atMs ?? Infinity) <= now.atMs - SPAN_MS) this.#before.shift();
    return this.#before[0] ?? now;
  }
}

const NAMES = Object.keys(AT_MOST).filter((name): name is keyof typeof AT_MOST => name in AT_MOST);
