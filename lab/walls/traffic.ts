import type { World } from './world.ts';

/** Everything is looked at this often. */
export const LOOK_EVERY_MS = 10_000;
/** A page at rest has about twenty. */
const MAX_TIMERS = 120;
/** The most requests between two looks: an album's pictures are stored by four requests each. */
const MAX_REQUESTS = 300;
const MAX_STREAMS = 3;

/** Says whether requests, timers and streams stay few, whatever is on the wall. */
export class Traffic {
  readonly #world: World;
  #begun = 0;

  constructor(world: World) {
    this.#world = world;
  }

  tooMuch(): string | undefined {
    const { clock, network, server } = this.#world;
    const begun = network.begun - this.#begun;
    this.#begun = network.begun;
    if (begun > MAX_REQUESTS) return `${begun} requests were made in ${LOOK_EVERY_MS / 1_000} s`;
    if (clock.waiting > MAX_TIMERS) return `${clock.waiting} timers wait`;
    return server.listeners.size > MAX_STREAMS ? `${server.listeners.size} streams are open` : undefined;
  }
}
