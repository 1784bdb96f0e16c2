import { LRUCache } from 'lru-cache';
import { hashSecret } from '../http/security/secrets.ts';
import { CACHES } from '../limits.ts';

/** Screens ask every five minutes. */
const KNOWN_WITHOUT_DATABASE_MS = 10 * 60_000;

export interface Writes {
  /** Returns another number from the commit of any write on, by whatever process; undefined: the database must be asked. */
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
    if (!this.#writes.anyWrite) return this.#askFirst(secret, find);
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

  /**
   * With a database elsewhere: it is asked each time, and while it is out of reach, whoever it knew a short while ago is
   * known still, so that walls go on. Nobody can revoke anything meanwhile.
   */
  async #askFirst(
    secret: string,
    find: () => Promise<Verified<Principal> | undefined>,
  ): Promise<Principal | undefined> {
    const hash = hashSecret(secret);
    const now = this.#writes.now();
    try {
      const found = await find();
      if (found) this.#verified.set(hash, { ...found, until: Math.min(found.until, now + KNOWN_WITHOUT_DATABASE_MS) });
      else this.#verified.delete(hash);
      return found?.principal;
    } catch (error) {
      const known = this.#verified.get(hash);
      if (known && now < known.until) return known.principal;
      throw error;
    }
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
