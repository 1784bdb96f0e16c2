import { LRUCache } from 'lru-cache';
import type { LibraryVersion } from '#server/db/backend.ts';
import { CACHES } from '#server/limits.ts';
import { otherWriters } from '../../store/otherWriters.ts';
import { prepareResponse, type PreparedResponse } from '#server/http/preparedResponse.ts';

export interface ListSource {
  /** Gets the stamp that was read before. */
  make: (stamp?: string) => Promise<string | Buffer>;
  /**
   * Another text whenever `make` would make something else, undefined if that can't be told. Asked before `make`, so that
   * what is written meanwhile is noticed next time. Without it everything is made again after each write.
   */
  stamp?: () => Promise<string | undefined>;
}

interface Kept {
  response: PreparedResponse;
  stamp: string | undefined;
  /** The number of writes after which the response was right. */
  writes: number;
}

/** Stores prepared responses in memory until something is written to what they show, by this process or by another one. */
export class ResponseCache {
  readonly #responses = new LRUCache<string, Kept>({
    maxSize: CACHES.listBytes,
    sizeCalculation: ({ response }) => response.bytes,
  });
  readonly #pending = new Map<string, Promise<PreparedResponse>>();
  readonly #othersWrote: () => boolean;
  #writes = 0;

  constructor(libraryVersion: LibraryVersion) {
    this.#othersWrote = otherWriters(libraryVersion);
  }

  /**
   * Returns a stored response without a promise, because every refresh of every kiosk calls this method. Where there may
   * be other servers, it was looked what they wrote when the request's credential was checked.
   */
  get(key: string, source: ListSource): PreparedResponse | Promise<PreparedResponse> {
    if (this.#othersWrote()) this.forget();
    const kept = this.#responses.get(key);
    if (kept?.writes === this.#writes) return kept.response;
    return this.#pending.get(key) ?? this.#renew(key, source);
  }

  /** Call after each write, before its response is sent. */
  forget(): void {
    this.#writes += 1;
    // Requests from now on must not get what was read before the write.
    this.#pending.clear();
  }

  async #renew(key: string, source: ListSource): Promise<PreparedResponse> {
    const renewing = this.#make(key, source);
    this.#pending.set(key, renewing);
    try {
      return await renewing;
    } finally {
      if (this.#pending.get(key) === renewing) this.#pending.delete(key);
    }
  }

  async #make(key: string, { make, stamp: readStamp }: ListSource): Promise<PreparedResponse> {
    const writes = this.#writes;
    const stamp = await readStamp?.();
    const before = this.#responses.peek(key);
    const isSame = stamp !== undefined && before?.stamp === stamp;
    const response = isSame ? before.response : prepareResponse(await make(stamp));
    if (this.#writes === writes) this.#responses.set(key, { response, stamp, writes });
    return response;
  }
}
