import { createObservable, type Observable } from './observable.ts';

/** The state of a remote value on a screen. */
export type Remote<T> =
  | { status: 'loading' }
  /** Nothing was ever loaded, and the last attempt failed. */
  | { status: 'failed'; error: unknown }
  /** The last value that was loaded, also while a newer one is being loaded or failed to load (then with the error). */
  | { status: 'loaded'; value: T; error?: unknown }
  /** The server no longer accepts the credential, so the loaded value is dropped. */
  | { status: 'revoked' };

export interface RemoteOptions<T> {
  load: () => Promise<T>;
  /**
   * The reaction to a failed attempt. 'retry': another attempt; 'stop': nothing until `reload` is called; 'revoked':
   * the credential is no longer valid, and the loaded value is dropped.
   */
  afterError: (error: unknown) => 'retry' | 'stop' | 'revoked';
  retryDelayMs: (failuresInARow: number) => number;
  /** When this returns true, the new value is ignored, so that screens are not rendered again. */
  isSame?: (before: T, after: T) => boolean;
  /** The time after which the value is loaded again. Without this it is loaded once. */
  refreshMs?: number;
  /** A hidden page loads nothing until it is visible again; a load that is due by then begins at once. */
  waitsWhileHidden?: boolean;
}

export const LOADING = { status: 'loading' } as const;

/** Options of a value that is loaded again only by a person. */
export const NO_RETRY = { afterError: () => 'stop' as const, retryDelayMs: () => Infinity };

/**
 * A value from the server, kept up to date while it is watched. After a failure it is loaded again at growing
 * intervals, and at once when the network is back.
 */
export class RemoteResource<T> {
  readonly #options: RemoteOptions<T>;
  readonly #state: Observable<Remote<T>> = createObservable<Remote<T>>(LOADING);
  #watchers = 0;
  /** Counts the attempts, so that the result of an attempt is dropped when a newer one has begun. */
  #attempt = 0;
  #isLoading = false;
  #failuresInARow = 0;
  #isStopped = false;
  #loadedAtMs = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: RemoteOptions<T>) {
    this.#options = options;
  }

  get state(): Remote<T> {
    return this.#state.get();
  }

  get isWatched(): boolean {
    return this.#watchers > 0;
  }

  /** Keeps the value loaded and fresh until the returned function is called. */
  watch(listener: () => void): () => void {
    const unsubscribe = this.#state.subscribe(listener);
    const onOnline = () => this.#wake(true);
    const onVisibilityChange = () => this.#wake(false);
    this.#watchers += 1;
    window.addEventListener('online', onOnline);
    if (this.#options.waitsWhileHidden) document.addEventListener('visibilitychange', onVisibilityChange);
    this.#loadIfDue();
    return () => {
      unsubscribe();
      window.removeEventListener('online', onOnline);
      document.removeEventListener('visibilitychange', onVisibilityChange);
      this.#watchers -= 1;
      if (!this.isWatched) this.#rest();
    };
  }

  /** The loaded value, unless it is known to be outdated, or else a newly loaded one. */
  async value(): Promise<T> {
    const { state } = this;
    if (state.status === 'loaded' && this.#loadedAtMs !== -Infinity) return state.value;
    try {
      const value = await this.#options.load();
      this.#accept(value);
      return value;
    } catch (error) {
      if (state.status === 'loaded') return state.value;
      throw error;
    }
  }

  /** Called when a person does not want to wait for the next attempt. */
  retry(): void {
    if (!this.#isLoading) void this.#load();
  }

  /** Called after a change on the server: an attempt already under way may have read the old value. */
  reload(): Promise<void> {
    return this.#load();
  }

  /** Called with a response that contains the new value, or a part of it, which then counts as loaded. */
  change(update: (value: T) => T): void {
    const before = this.state;
    if (before.status === 'loaded') this.#state.set({ ...before, value: update(before.value) });
  }

  /** Called when the value on the server has changed: it is loaded again as soon as somebody watches it. */
  outdate(): void {
    this.#loadedAtMs = -Infinity;
    // A running attempt may have read the old value.
    if (this.isWatched && !this.#isStopped && !this.#isWaiting()) void this.#load();
  }

  /** Called when nobody watches any more. A revoked state is reset, so that the next watcher loads again. */
  #rest(): void {
    clearTimeout(this.#timer);
    if (this.state.status === 'revoked') this.#state.set(LOADING);
  }

  #isWaiting(): boolean {
    return this.#options.waitsWhileHidden === true && document.visibilityState === 'hidden';
  }

  #wake(hasNetworkReturned: boolean): void {
    if (this.#isWaiting() || this.#isStopped) return;
    // A request that began before the network came back may never end, so another one is sent.
    if (hasNetworkReturned && this.#failuresInARow > 0) void this.#load();
    else this.#loadIfDue();
  }

  #loadIfDue(): void {
    if (this.#isLoading) return;
    const leftMs = this.#loadedAtMs + (this.#options.refreshMs ?? Infinity) - performance.now();
    const isFresh = this.state.status === 'loaded' && this.#failuresInARow === 0 && leftMs > 0;
    if (isFresh) this.#schedule(leftMs);
    else void this.#load();
  }

  async #load(): Promise<void> {
    this.#attempt += 1;
    const attempt = this.#attempt;
    this.#isLoading = true;
    clearTimeout(this.#timer);
    if (this.state.status === 'revoked') this.#state.set(LOADING);
    let settle: () => void;
    try {
      const value = await this.#options.load();
      settle = () => this.#accept(value);
    } catch (error) {
      settle = () => this.#fail(error);
    }
    if (attempt !== this.#attempt) return;
    this.#isLoading = false;
    settle();
    const { refreshMs = Infinity, retryDelayMs } = this.#options;
    if (!this.#isStopped) this.#schedule(this.#failuresInARow === 0 ? refreshMs : retryDelayMs(this.#failuresInARow));
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    if (this.isWatched && delayMs !== Infinity) this.#timer = setTimeout(() => void this.#load(), delayMs);
  }

  #accept(value: T): void {
    this.#failuresInARow = 0;
    this.#isStopped = false;
    this.#loadedAtMs = performance.now();
    const before = this.state;
    const isSame = before.status === 'loaded' && this.#options.isSame?.(before.value, value) === true;
    if (!isSame) this.#state.set({ status: 'loaded', value });
    else if (before.error !== undefined) this.#state.set({ status: 'loaded', value: before.value });
  }

  #fail(error: unknown): void {
    this.#failuresInARow += 1;
    const next = this.#options.afterError(error);
    this.#isStopped = next !== 'retry';
    const before = this.state;
    if (next === 'revoked') this.#state.set({ status: 'revoked' });
    else if (before.status === 'loaded') this.#state.set({ ...before, error });
    else this.#state.set({ status: 'failed', error });
  }
}
