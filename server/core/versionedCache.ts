import { LRUCache } from 'lru-cache';

interface Entry<Value> {
  version: unknown;
  value: Value;
}

interface Size<Value> {
  max: number;
  of: (value: Value) => number;
}

const ONE_EACH = () => 1;

/** Stores values until their version changes. When it is full, the least recently used are evicted. */
export class VersionedCache<Value> {
  readonly #stored: LRUCache<string | number, Entry<Value>>;
  readonly #pending = new Map<string | number, Entry<Promise<Value>>>();

  constructor(size: Size<Value> | number) {
    const { max, of } = typeof size === 'number' ? { max: size, of: ONE_EACH } : size;
    this.#stored = new LRUCache({ maxSize: max, sizeCalculation: ({ value }: Entry<Value>) => of(value) });
  }

  /**
   * Returns the stored value without a promise, or reads it. Simultaneous calls for one version share a read. `read`
   * gets the value of an earlier version.
   */
  get(key: string, version: unknown, read: (earlier: Value | undefined) => Promise<Value>): Value | Promise<Value> {
    const stored = this.#stored.get(key);
    if (stored && stored.version === version) return stored.value;
    const pending = this.#pending.get(key);
    return pending && pending.version === version ? pending.value : this.#read(key, version, read(stored?.value));
  }

  /** The stored value, of any version. */
  latest(key: string | number): Entry<Value> | undefined {
    return this.#stored.get(key);
  }

  set(key: string | number, version: unknown, value: Value): void {
    this.#stored.set(key, { version, value });
  }

  async #read(key: string, version: unknown, value: Promise<Value>): Promise<Value> {
    const pending = { version, value };
    this.#pending.set(key, pending);
    try {
      const read = await value;
      // A later version may be loading, or be stored already.
      if (this.#pending.get(key) === pending) this.set(key, version, read);
      return read;
    } finally {
      if (this.#pending.get(key) === pending) this.#pending.delete(key);
    }
  }
}
