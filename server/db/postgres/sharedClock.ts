import { repeat } from '../../repeating.ts';

/** A smaller difference does not matter; correcting it would only make the time jump. */
const COUNTS_FROM_MS = 1_000;
const ASK_EVERY_MS = 60_000;

interface Options {
  /** Resolves to what the time is for everybody, in milliseconds since 1970. */
  ask: () => Promise<number>;
  /** The time of this machine. */
  now?: () => number;
}

/**
 * One time for all servers: a challenge of five minutes that one has made would be over at once for another whose clock is
 * five minutes ahead.
 */
export class SharedClock {
  readonly #ask: Options['ask'];
  readonly #now: () => number;
  #aheadMs = 0;
  #end: (() => Promise<void>) | undefined;

  constructor({ ask, now = Date.now }: Options) {
    this.#ask = ask;
    this.#now = now;
  }

  /** The lead of the shared time over this machine's; negative when it is behind. */
  readonly aheadMs = (): number => this.#aheadMs;

  async start(): Promise<void> {
    await this.look();
    // While nobody can be asked, what was known last goes on.
    this.#end = repeat(ASK_EVERY_MS, () => this.look().catch(() => undefined));
  }

  async look(): Promise<void> {
    const askedAt = this.#now();
    const shared = await this.#ask();
    const heardAt = this.#now();
    // A slow response says too little about the moment it was made.
    if (Math.abs(heardAt - askedAt) > COUNTS_FROM_MS) return;
    const ahead = Math.round(shared - (askedAt + heardAt) / 2);
    if (Math.abs(ahead - this.#aheadMs) >= COUNTS_FROM_MS) this.#aheadMs = ahead;
  }

  async close(): Promise<void> {
    await this.#end?.();
  }
}
