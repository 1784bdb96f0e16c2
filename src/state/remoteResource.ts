import { isCredentialRefused } from '../api/http.ts';

/** What a screen knows of something that lives on the server. */
export type Remote<T> =
  | { status: 'loading' }
  | { status: 'failed' }
  /** The server no longer takes the key. */
  | { status: 'refused' }
  | { status: 'loaded'; value: T };

interface Options<Query, T> {
  load: (query: Query) => Promise<T>;
  nameOf: (query: Query) => string;
  same: (before: T, after: T) => boolean;
}

interface Entry<T> {
  state: Remote<T>;
  listeners: Set<() => void>;
  loading: boolean;
  failures: number;
  loadedAtMs: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;
/** A kiosk hangs for months: what was added meanwhile appears without a touch. */
const REFRESH_MS = 5 * 60_000;
const KEPT_WITHOUT_LISTENERS = 6;

/**
 * Answers kept for the life of the page, so that going back is instant, and kept fresh while somebody looks: a failure
 * is retried ever more rarely, and at once when the network or the person comes back. A refresh that fails costs nothing.
 */
export class RemoteResource<Query, T> {
  readonly #options: Options<Query, T>;
  readonly #entries = new Map<string, Entry<T>>();

  constructor(options: Options<Query, T>) {
    this.#options = options;
  }

  state(query: Query): Remote<T> {
    return this.#entry(query).state;
  }

  /** Keeps it loaded and fresh until the returned function is called. */
  watch(query: Query, listener: () => void): () => void {
    const entry = this.#entry(query);
    const wake = () => {
      if (document.visibilityState === 'visible') this.#refreshIfDue(query, entry);
    };
    entry.listeners.add(listener);
    window.addEventListener('online', wake);
    document.addEventListener('visibilitychange', wake);
    this.#refreshIfDue(query, entry);
    return () => {
      entry.listeners.delete(listener);
      window.removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
      if (entry.listeners.size === 0) clearTimeout(entry.timer);
    };
  }

  /** The value that is there already, or else the server's answer. */
  async ask(query: Query): Promise<T> {
    const { state } = this.#entry(query);
    if (state.status === 'loaded') return state.value;
    const value = await this.#options.load(query);
    const entry = this.#entry(query);
    entry.loadedAtMs = performance.now();
    this.#accept(entry, value);
    return value;
  }

  /** Asks now, for a person who pressed 'Try again'. */
  reload(query: Query): void {
    void this.#load(query, this.#entry(query));
  }

  #entry(query: Query): Entry<T> {
    const name = this.#options.nameOf(query);
    const known = this.#entries.get(name);
    if (known) return known;
    this.#forgetOldest();
    const entry: Entry<T> = {
      state: { status: 'loading' },
      listeners: new Set(),
      loading: false,
      failures: 0,
      loadedAtMs: 0,
      timer: undefined,
    };
    this.#entries.set(name, entry);
    return entry;
  }

  #forgetOldest(): void {
    const idle = [...this.#entries].filter(([, entry]) => entry.listeners.size === 0);
    for (const [name] of idle.slice(0, Math.max(0, idle.length - KEPT_WITHOUT_LISTENERS))) this.#entries.delete(name);
  }

  #refreshIfDue(query: Query, entry: Entry<T>): void {
    const isFresh = entry.state.status === 'loaded' && entry.failures === 0 && this.#ageMs(entry) < REFRESH_MS;
    if (isFresh) this.#schedule(query, entry, REFRESH_MS - this.#ageMs(entry));
    else void this.#load(query, entry);
  }

  #ageMs(entry: Entry<T>): number {
    return performance.now() - entry.loadedAtMs;
  }

  async #load(query: Query, entry: Entry<T>): Promise<void> {
    if (entry.loading) return;
    entry.loading = true;
    clearTimeout(entry.timer);
    if (entry.state.status === 'refused') this.#set(entry, { status: 'loading' });
    try {
      const value = await this.#options.load(query);
      entry.failures = 0;
      entry.loadedAtMs = performance.now();
      this.#accept(entry, value);
    } catch (error) {
      entry.failures += 1;
      this.#fail(entry, error);
    }
    entry.loading = false;
    if (entry.listeners.size > 0 && entry.state.status !== 'refused') this.#schedule(query, entry, this.#waitMs(entry));
  }

  #waitMs(entry: Entry<T>): number {
    return entry.failures === 0 ? REFRESH_MS : Math.min(FIRST_RETRY_MS * 2 ** (entry.failures - 1), LAST_RETRY_MS);
  }

  #schedule(query: Query, entry: Entry<T>, waitMs: number): void {
    clearTimeout(entry.timer);
    entry.timer = setTimeout(() => void this.#load(query, entry), waitMs);
  }

  #accept(entry: Entry<T>, value: T): void {
    if (entry.state.status === 'loaded' && this.#options.same(entry.state.value, value)) return;
    this.#set(entry, { status: 'loaded', value });
  }

  #fail(entry: Entry<T>, error: unknown): void {
    if (isCredentialRefused(error)) this.#set(entry, { status: 'refused' });
    else if (entry.state.status !== 'loaded') this.#set(entry, { status: 'failed' });
  }

  #set(entry: Entry<T>, state: Remote<T>): void {
    entry.state = state;
    for (const listener of entry.listeners) listener();
  }
}
