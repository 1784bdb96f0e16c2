import { LRUCache } from 'lru-cache';
import { hashSecret } from '../http/security/secrets.ts';
import { CACHES } from '../limits.ts';

/** Screens ask every five minutes. */
const KNOWN_WITHOUT_DATABASE_MS = 10 * 60_000;

export interface Writes {
  /** Returns another number from the commit of any write on that may change a credential, by whatever process. */
  accessVersion: () => number;
  /** Call before reading it where the database is remote; resolves to false while that is out of reach. */
  look?: (() => Promise<boolean>) | undefined;
  now: () => number;
}

interface Found<Principal> {
  principal: Principal;
  /** From this time on the database is asked again, even if nobody has written. */
  until: number;
}

interface Verified<Principal> extends Found<Principal> {
  /** Undefined: somebody wrote while the database was asked. */
  version: number | undefined;
  /** When it was known last that it is good. */
  heardAt: number;
}

/**
 * Remembers whose credential a verified one is, as every request of a screen carries the same. One write that may change
 * any, and the database is asked again: a revocation thus counts from the next request on. What was not accepted is never
 * remembered.
 */
export class CredentialMemory<Principal> {
  readonly #verified = new LRUCache<string, Verified<Principal>>({
    maxSize: CACHES.credentials,
    sizeCalculation: () => 1,
  });
  readonly #writes: Writes;

  constructor(writes: Writes) {
    this.#writes = writes;
  }

  async recall(secret: string, find: () => Promise<Found<Principal> | undefined>): Promise<Principal | undefined> {
    const { look, now } = this.#writes;
    const isHeard = look ? await look() : true;
    const before = this.#version();
    const hash = hashSecret(secret);
    const known = this.#verified.get(hash);
    if (known && known.version === before && before !== undefined && now() < known.until && isHeard) {
      known.heardAt = now();
      return known.principal;
    }
    try {
      return this.#note(hash, await find(), before);
    } catch (error) {
      if (look && known && this.#isOfJustNow(known)) return known.principal;
      throw error;
    }
  }

  #note(hash: string, found: Found<Principal> | undefined, before: number | undefined): Principal | undefined {
    // A write in the meantime may have changed the credential that was read.
    const version = this.#version() === before ? before : undefined;
    if (found) this.#verified.set(hash, { ...found, version, heardAt: this.#writes.now() });
    else this.#verified.delete(hash);
    return found?.principal;
  }

  /**
   * While a database elsewhere is out of reach, a credential that was valid a short while ago stays valid, so that
   * walls go on. Nobody can revoke anything meanwhile.
   */
  #isOfJustNow({ until, heardAt }: Verified<Principal>): boolean {
    return this.#writes.now() < Math.min(until, heardAt + KNOWN_WITHOUT_DATABASE_MS);
  }

  /** Undefined when the disk does not tell: then only what the database answers counts. */
  #version(): number | undefined {
    try {
      return this.#writes.accessVersion();
    } catch {
      return undefined;
    }
  }
}
