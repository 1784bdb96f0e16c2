import { SimRequest, SimResponse } from './web.ts';

/** Everything that a browser stores for an origin. It survives pages, workers and power cuts, apart from the last writes. */
export class Storage {
  readonly caches = new Map<string, Map<string, SimResponse>>();
  readonly records = new Map<string, unknown>();
  readonly local = new Map<string, string>();
  /** The number of responses that fit. */
  quota = Infinity;
  isDatabaseBroken = false;
  /** Counts the changes of what is in the caches. */
  changes = 0;
  #hanging: { end: Promise<void>; release: () => void } | undefined;

  get isDatabaseHanging(): boolean {
    return this.#hanging !== undefined;
  }

  /** Each request to the database waits until this ends. */
  set isDatabaseHanging(isHanging: boolean) {
    this.#hanging?.release();
    this.#hanging = undefined;
    if (!isHanging) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#hanging = { end: promise, release: resolve };
  }

  get used(): number {
    let sum = 0;
    for (const cache of this.caches.values()) sum += cache.size;
    return sum;
  }

  /** The browser throws one cache away, as it does when the disk is full. */
  evict(name: string): boolean {
    this.changes += 1;
    return this.caches.delete(name);
  }

  cacheStorage() {
    return {
      open: async (name: string) => this.#cache(name),
      has: async (name: string) => this.caches.has(name),
      keys: async () => [...this.caches.keys()],
      delete: async (name: string) => this.evict(name),
      match: async (address: string | SimRequest, { cacheName }: { cacheName?: string } = {}) => {
        const names = cacheName === undefined ? [...this.caches.keys()] : [cacheName];
        for (const name of names) {
          const found = this.caches.get(name)?.get(absolute(address));
          if (found) return found.clone();
        }
        return undefined;
      },
    };
  }

  /** A cache that was thrown away while it was open is written to by nobody any more. */
  #cache(name: string) {
    const files = this.caches.get(name) ?? new Map<string, SimResponse>();
    if (!this.caches.has(name)) this.changes += 1;
    this.caches.set(name, files);
    return {
      match: async (address: string | SimRequest) => files.get(absolute(address))?.clone(),
      put: async (address: string | SimRequest, response: SimResponse) => {
        const url = absolute(address);
        if (!files.has(url) && this.used >= this.quota) throw new DOMException('No space left', 'QuotaExceededError');
        this.changes += 1;
        files.set(url, response);
      },
      delete: async (address: string | SimRequest) => {
        this.changes += 1;
        return files.delete(absolute(address));
      },
      keys: async () => Array.from(files.keys(), (url) => new SimRequest(url)),
    };
  }

  keyval() {
    const open = async () => {
      await this.#hanging?.end;
      if (this.isDatabaseBroken) throw new Error('IndexedDB is broken');
      return this.records;
    };
    return {
      get: async (key: string) => copyOf((await open()).get(key)),
      set: async (key: string, value: unknown) => void (await open()).set(key, copyOf(value)),
      del: async (key: string) => void (await open()).delete(key),
      keys: async () => [...(await open()).keys()],
      update: async (key: string, change: (before: unknown) => unknown) => {
        const records = await open();
        records.set(key, copyOf(change(copyOf(records.get(key)))));
      },
    };
  }

  /** Serves as `navigator.storage` of pages and workers. */
  manager(): object {
    return {
      estimate: async () => ({ usage: this.used, quota: this.quota }),
      persisted: async () => true,
      persist: async () => true,
    };
  }

  /** An object as pages see it: `Object.keys` lists what is stored. */
  localStorage(): object {
    const stored = this.local;
    const methods = {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
      removeItem: (name: string) => void stored.delete(name),
    };
    return new Proxy(methods, {
      ownKeys: () => [...stored.keys()],
      getOwnPropertyDescriptor: (_target, name) =>
        typeof name === 'string' && stored.has(name)
          ? { value: stored.get(name), enumerable: true, configurable: true, writable: true }
          : undefined,
    });
  }
}

/** All that is stored is plain data: the platform's own copies take ten times as long. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return structuredClone(value);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copyOf(part)]));
}

function absolute(address: string | SimRequest): string {
  return address instanceof SimRequest ? address.url : new SimRequest(address).url;
}
