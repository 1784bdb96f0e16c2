import type { World } from './world.ts';

/** Everything is looked at this often. */
export const LOOK_EVERY_MS = 10_000;
const SPAN_MS = 10 * 60_000;
/** A photo's two pictures, and as many of another one that was deleted and not looked for yet. */
const RESPONSES_PER_PHOTO = 4;
/** Half as many again as forty years had at most, or more: what grows reaches it. */
const AT_MOST = {
  'requests in ten seconds': 200,
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
  readonly #launches: { atMs: number; count: number }[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  tooMuch(): string | undefined {
    const { browser, clock, network, server, storage } = this.#world;
    const begun = network.begun - this.#begun;
    this.#begun = network.begun;
    const amounts: typeof AT_MOST = {
      'requests in ten seconds': begun,
      'requests without a response': network.pending,
      'open streams': server.listeners.size,
      'starts in ten minutes': this.#startsIn(SPAN_MS),
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

  #startsIn(spanMs: number): number {
    const { browser, clock } = this.#world;
    this.#launches.push({ atMs: clock.monotonicMs, count: browser.launches });
    while ((this.#launches[1]?.atMs ?? Infinity) <= clock.monotonicMs - spanMs) this.#launches.shift();
    return browser.launches - (this.#launches[0]?.count ?? 0);
  }
}

const NAMES = Object.keys(AT_MOST).filter((name): name is keyof typeof AT_MOST => name in AT_MOST);
