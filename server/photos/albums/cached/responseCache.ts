import type { LibraryVersion } from '#server/db/backend.ts';
import { CACHES } from '#server/limits.ts';
import { cacheBytes } from '#server/settings/machine.ts';
import { VersionedCache } from '#server/versionedCache.ts';
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

interface Stamped {
  response: PreparedResponse;
  stamp: string | undefined;
}

/** Stores prepared responses in memory until something is written to what they show, by this process or by another one. */
export class ResponseCache {
  readonly #responses = new VersionedCache<Stamped>({
    max: cacheBytes(CACHES.listBytes, CACHES.partsOfMemory),
    of: ({ response }) => response.bytes,
  });
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
    const found = this.#responses.get(key, this.#writes, (earlier) => renewed(earlier, source));
    return found instanceof Promise ? found.then(({ response }) => response) : found.response;
  }

  /** Call after each write, before its response is sent: requests from now on get nothing that was read before it. */
  forget(): void {
    this.#writes += 1;
  }
}

async function renewed(earlier: Stamped | undefined, { make, stamp: readStamp }: ListSource): Promise<Stamped> {
  const stamp = await readStamp?.();
  if (earlier && stamp !== undefined && earlier.stamp === stamp) return earlier;
  return { response: prepareResponse(await make(stamp)), stamp };
}
