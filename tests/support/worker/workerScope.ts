import { vi } from 'vitest';

export const ORIGIN = 'https://photos.home';

function absolute(address: string | Request): string {
  return new URL(typeof address === 'string' ? address : address.url, ORIGIN).href;
}

/** A browser's refusal to store any more. */
export function quotaError(): Error {
  return new DOMException('No space left', 'QuotaExceededError');
}

class MemoryCache {
  readonly stored = new Map<string, Response>();
  readonly #beforePut: () => Promise<void> | void;

  constructor(beforePut: () => Promise<void> | void) {
    this.#beforePut = beforePut;
  }

  async put(address: string | Request, response: Response): Promise<void> {
    await this.#beforePut();
    this.stored.set(absolute(address), response);
  }

  async match(address: string | Request): Promise<Response | undefined> {
    return this.stored.get(absolute(address))?.clone();
  }

  async matchAll(): Promise<Response[]> {
    return [...this.stored.values()].map((response) => response.clone());
  }

  async delete(address: string | Request): Promise<boolean> {
    return this.stored.delete(absolute(address));
  }

  async keys(): Promise<Request[]> {
    return [...this.stored.keys()].map((url) => new Request(url));
  }
}

/** The caches of a browser, in memory. */
class MemoryCaches {
  readonly all = new Map<string, MemoryCache>();
  /** Runs before anything is stored; what it throws is what storing fails with. */
  beforePut: (cacheName: string) => Promise<void> | void = () => undefined;

  async open(name: string): Promise<MemoryCache> {
    const cache = this.all.get(name) ?? new MemoryCache(() => this.beforePut(name));
    this.all.set(name, cache);
    return cache;
  }

  async match(address: string | Request, { cacheName }: { cacheName?: string } = {}): Promise<Response | undefined> {
    const names = cacheName === undefined ? [...this.all.keys()] : [cacheName];
    for (const name of names) {
      const found = await this.all.get(name)?.match(address);
      if (found) return found;
    }
    return undefined;
  }

  async has(name: string): Promise<boolean> {
    return this.all.has(name);
  }

  async keys(): Promise<string[]> {
    return [...this.all.keys()];
  }

  async delete(name: string): Promise<boolean> {
    return this.all.delete(name);
  }
}

/** An open page, with the messages that it got. */
export class MemoryClient {
  readonly messages: unknown[] = [];
  readonly id: string;
  readonly url: string;

  constructor(id: string, path: string) {
    this.id = id;
    this.url = ORIGIN + path;
  }

  postMessage(message: unknown): void {
    this.messages.push(message);
  }
}

interface Records {
  all: Map<string, unknown>;
  /** IndexedDB gives nothing and takes nothing. */
  isBroken: boolean;
  /** It answers nothing, for ever. */
  isHanging?: boolean;
}

/** idb-keyval, in memory. */
export function keyvalOf(records: Records) {
  const open = async () => {
    if (records.isHanging) await new Promise(() => undefined);
    if (records.isBroken) throw new Error('IndexedDB is broken');
    return records.all;
  };
  return {
    get: async (key: string) => (await open()).get(key),
    set: async (key: string, value: unknown) => void (await open()).set(key, structuredClone(value)),
    del: async (key: string) => void (await open()).delete(key),
    keys: async () => [...(await open()).keys()],
    update: async (key: string, change: (before: unknown) => unknown) => {
      const all = await open();
      all.set(key, change(all.get(key)));
    },
  };
}

/** Puts in place what a service worker finds around it, empty, until `vi.unstubAllGlobals()`. */
export function stubWorkerScope() {
  const scope = {
    caches: new MemoryCaches(),
    clients: [] as MemoryClient[],
    estimate: {} as { usage?: number; quota?: number },
    skipWaiting: vi.fn(async () => undefined),
  };
  vi.stubGlobal('caches', scope.caches);
  vi.stubGlobal('Client', MemoryClient);
  vi.stubGlobal('self', {
    location: new URL(ORIGIN),
    navigator: { storage: { estimate: async () => scope.estimate } },
    skipWaiting: scope.skipWaiting,
    clients: {
      get: async (id: string) => scope.clients.find((client) => client.id === id),
      matchAll: async () => scope.clients,
    },
  });
  return scope;
}
