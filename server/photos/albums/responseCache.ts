import { LRUCache } from 'lru-cache';
import type { LibraryVersion } from '../../others/otherServers.ts';
import { CACHES } from '../../limits.ts';
import { otherWriters } from '../store/otherWriters.ts';
import { prepareResponse, type PreparedResponse } from './preparedResponse.ts';

/** Stores prepared responses in memory until something is written, by this process or by another one. */
export class ResponseCache {
  readonly #responses = new LRUCache<string, PreparedResponse>({
    maxSize: CACHES.listBytes,
    sizeCalculation: (response) => response.bytes,
  });
  readonly #pending = new Map<string, Promise<PreparedResponse>>();
  readonly #othersWrote: () => boolean;

  constructor(libraryVersion: LibraryVersion) {
    this.#othersWrote = otherWriters(libraryVersion);
  }

  /**
   * Returns a stored response without a promise, because every refresh of every kiosk calls this method. Where there may
   * be other servers, it was looked what they wrote when the request's credential was checked.
   */
  get(key: string, make: () => Promise<string>): PreparedResponse | Promise<PreparedResponse> {
    if (this.#othersWrote()) this.forget();
    return this.#responses.get(key) ?? this.#pending.get(key) ?? this.#make(key, make);
  }

  /** To be called after each write, before its response is sent. */
  forget(): void {
    this.#responses.clear();
    // Requests from now on must not get what was read before the write.
    this.#pending.clear();
  }

  async #make(key: string, make: () => Promise<string>): Promise<PreparedResponse> {
    const making = make().then(prepareResponse);
    this.#pending.set(key, making);
    try {
      const response = await making;
      if (this.#pending.get(key) === making) this.#responses.set(key, response);
      return response;
    } finally {
      if (this.#pending.get(key) === making) this.#pending.delete(key);
    }
  }
}
