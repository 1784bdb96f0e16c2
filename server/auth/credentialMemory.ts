import { LRUCache } from 'lru-cache';
import { hashSecret } from '../http/security/secrets.ts';
import { CACHES } from '../limits.ts';

export interface Writes {
  /** Returns another number from the commit of any write on, by whatever process; undefined: nothing is remembered. */
  anyWrite: (() => number) | undefined;
  now: () => number;
}

interface Verified<Principal> {
  principal: Principal;
  /** From this time on the database is asked again, even if nobody has written. */
  until: number;
}

/**
 * Remembers whose credential a verified one is, as every request of a screen carries the same. One write to the
 * database, whatever it is, and all are forgotten: a revocation thus counts from the next request on. What was not
 * accepted is never remembered.
 */
export class CredentialMemory<Principal> {
  readonly #verified = new LRUCache<string, Verified<Principal>>({ max: CACHES.credentials });
  readonly #writes: Writes;
  #seen: number | undefined;

  constructor(writes: Writes) {
    this.#writes = writes;
  }

  async recall(secret: string, find: () => Promise<Verified<Principal> | undefined>): Promise<Principal | undefined> {
    const before = this.#version();
    if (before === undefined) return (await find())?.principal;
    if (before !== this.#seen) this.#verified.clear();
    this.#seen = before;
    const hash = hashSecret(secret);
    const known = this.#verified.get(hash);
    if (known && this.#writes.now() < known.until) return known.principal;
    this.#verified.delete(hash);
    const found = await find();
    // What was written meanwhile may have changed what was found.
    if (found && this.#version() === before && this.#seen === before) this.#verified.set(hash, found);
    return found?.principal;
  }

  /** Undefined when the disk does not tell: then only what the database answers counts. */
  #version(): number | undefined {
    try {
      return this.#writes.anyWrite?.();
    } catch {
      return undefined;
    }
  }
}
