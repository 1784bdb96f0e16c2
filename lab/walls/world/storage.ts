import { CACHES, RECORDS } from '#contract/storageKeys.ts';
import type { Owner } from './clock.ts';
import type { Shown } from './shown.ts';
import { hrefOf, SimRequest, SimResponse } from './web.ts';

/** The beginning of the names of the diary's texts. */
const WRITTEN_WHOLE = 'diary';

/** Everything that a browser stores for an origin. It survives pages, workers and power cuts, apart from the last writes. */
export class Storage {
  readonly caches = new Map<string, Map<string, SimResponse>>();
  readonly records = new Map<string, unknown>();
  readonly local = new Map<string, string>();
  /** The text and the record that were written last, with their values before. */
  #lastLocal: { name: string; before: string | undefined } | undefined;
  #lastRecord: { name: string; before: unknown } | undefined;
  /** The number of responses that fit. */
  quota = Infinity;
  isDatabaseBroken = false;
  /** Hears of each cache that the tablet's own code deletes. */
  onDelete: (name: string) => void = () => undefined;
  /** Counts the changes of what is in the caches. */
  changes = 0;
  #hanging: { end: Promise<void>; release: () => void } | undefined;

  get isDatabaseHanging(): boolean {
    return this.#hanging !== undefined;
  }

  /** Each request to the database waits until this ends. */
  set isDatabaseHanging(isHanging: boolean) {
    this.#hanging?.release();
    const { promise: end, resolve: release } = Promise.withResolvers<void>();
    this.#hanging = isHanging ? { end, release } : undefined;
  }

  get used(): number {
    return [...this.caches.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Somebody deletes what a tablet has stored beside the app itself. */
  clear(): void {
    this.changes += 1;
    for (const name of this.caches.keys()) if (name.startsWith(CACHES.kiosk)) this.caches.delete(name);
    this.records.delete(RECORDS.launch);
    this.local.clear();
  }

  /** The browser throws one cache away, as it does when the disk is full. */
  evict(name: string): boolean {
    this.changes += 1;
    return this.caches.delete(name);
  }

  /**
   * A power cut loses the text and the record that were written last, and leaves another text half there. The diary's texts
   * are whole: a browser writes each at once.
   */
  tear(random: () => number): void {
    put(this.local, this.#lastLocal);
    put(this.records, this.#lastRecord);
    const names = [...this.local.keys()].filter((name) => !name.startsWith(WRITTEN_WHOLE));
    const torn = names[Math.floor(random() * names.length)];
    const text = torn === undefined ? undefined : this.local.get(torn);
    if (torn !== undefined && text !== undefined) this.local.set(torn, text.slice(0, text.length >> 1));
  }

  #write(name: string, value: unknown): void {
    this.#lastRecord = { name, before: this.records.get(name) };
    this.records.set(name, copyOf(value));
  }

  cacheStorage() {
    return {
      open: async (name: string) => this.#cache(name),
      has: async (name: string) => this.caches.has(name),
      keys: async () => [...this.caches.keys()],
      delete: async (name: string) => {
        this.onDelete(name);
        return this.evict(name);
      },
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
        await response.text();
        if (!files.has(url) && this.used >= this.quota) throw new DOMException('No space left', 'QuotaExceededError');
        this.changes += 1;
        files.set(url, response);
      },
      delete: async (address: string | SimRequest) => {
        this.changes += 1;
        return files.delete(absolute(address));
      },
      keys: async () => Array.from(files.keys(), (url) => new SimRequest(url)),
      matchAll: async () => Array.from(files.values(), (response) => response.clone()),
    };
  }

  keyval(owner: Owner) {
    const open = async (isWriting = false) => {
      await this.#hanging?.end;
      if (!owner.isAlive) await new Promise(() => undefined);
      if (isWriting && this.used >= this.quota) throw new DOMException('No space left', 'QuotaExceededError');
      if (this.isDatabaseBroken) throw new Error('IndexedDB is broken');
      return this.records;
    };
    return {
      get: async (key: string) => copyOf((await open()).get(key)),
      set: async (key: string, value: unknown) => {
        await open(true);
        this.#write(key, value);
      },
      del: async (key: string) => {
        await open();
        this.#lastRecord = { name: key, before: this.records.get(key) };
        this.records.delete(key);
      },
      keys: async () => [...(await open()).keys()],
      update: async (key: string, change: (before: unknown) => unknown) => {
        await open(true);
        this.#write(key, change(copyOf(this.records.get(key))));
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
      setItem: (name: string, value: string) => {
        this.#lastLocal = { name, before: stored.get(name) };
        stored.set(name, value);
      },
      removeItem: (name: string) => {
        this.#lastLocal = { name, before: stored.get(name) };
        stored.delete(name);
      },
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

/** The images that are stored, looked at anew when something was stored or deleted. */
export interface Images {
  changes: number;
  photos: readonly Shown[];
  /** An album's place without a picture does not count. */
  isAny: boolean;
  /** Something among them is no picture. */
  isWrong: boolean;
}

export function imagesIn({ caches, changes }: Storage): Images {
  const files = [...caches].flatMap(([name, stored]) => (name.includes(':images:') ? [stored] : []));
  const photos = files.flatMap((stored) =>
    [...stored.keys()].flatMap((url) => {
      const [, albumSlug, filename] = /\/photos\/([^/]+)\/medium\/([^/]+)$/.exec(url) ?? [];
      return albumSlug === undefined || filename === undefined ? [] : [{ albumSlug, filename }];
    }),
  );
  const isWrong = files.some((stored) => [...stored.values()].some(({ bodyText }) => bodyText !== 'picture'));
  return { changes, photos, isAny: files.some(({ size }) => size > 0), isWrong };
}

function put<Value>(into: Map<string, Value>, last: { name: string; before: Value | undefined } | undefined): void {
  if (!last) return;
  if (last.before === undefined) into.delete(last.name);
  else into.set(last.name, last.before);
}

/** All that is stored is plain data: the platform's own copies take ten times as long. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return structuredClone(value);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copyOf(part)]));
}

function absolute(address: string | SimRequest): string {
  return address instanceof SimRequest ? address.url : hrefOf(address);
}
