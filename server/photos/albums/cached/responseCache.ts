import type { LibraryVersion } from '#server/core/db/backend.ts';
import { CACHES } from '#server/core/limits.ts';
import { cacheBytes } from '#server/core/settings/machine.ts';
import { VersionedCache } from '#server/core/versionedCache.ts';
import { otherWriters } from '../../store/otherWriters.ts';
import { prepareResponse, type PreparedResponse } from '#server/core/http/preparedResponse.ts';
import type { ListedPhoto } from '../photoQueries.ts';

interface ListSource {
  /** Gets the stamp that was read before. */
  make: (stamp?: string) => Promise<string | Buffer>;
  /**
   * A text that changes whenever `make` would make something else; undefined if that is unknown. It is read before
   * `make`, so that a write meanwhile is noticed next time. Without it everything is made again after each write.
   */
  stamp?: () => Promise<string | undefined>;
}

interface Stamped {
  response: PreparedResponse;
  stamp: string | undefined;
}

/** Stores prepared responses in memory until their content is changed, by this process or by another one. */
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
   * Returns a stored response without a promise, because every refresh of every kiosk calls this method. Where there
   * may be other servers, the check of the request's credential has just found out what they wrote.
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

interface Sources {
  /** The first photos of albums. */
  firstPhotosOf(albumIds: readonly string[]): Promise<ReadonlyMap<string, ListedPhoto>>;
  photosById(ids: readonly number[]): Promise<ReadonlyMap<number, ListedPhoto>>;
}

/** The database's count of writes to an album's photos, by the album's id. */
type AlbumWrites = ReadonlyMap<string, number | null>;

/**
 * The first photos of albums, and the photos that were chosen as covers. Each is read again only after a write to its
 * album, by whichever process: the database itself counts these writes.
 */
export class CoverCache {
  readonly #sources: Sources;
  readonly #firsts = new VersionedCache<ListedPhoto | undefined>(CACHES.covers);
  readonly #chosen = new VersionedCache<ListedPhoto>(CACHES.covers);

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** `writes` was read before this call, so that the next call notices a write during this one. */
  async firstPhotos(writes: AlbumWrites): Promise<(albumId: string) => ListedPhoto | undefined> {
    const firsts = new Map<string, ListedPhoto | undefined>();
    const stale: string[] = [];
    for (const [id, count] of writes) {
      const stored = this.#firsts.latest(id);
      if (stored?.version === count) firsts.set(id, stored.value);
      else stale.push(id);
    }
    const found = await this.#sources.firstPhotosOf(stale);
    for (const id of stale) {
      firsts.set(id, found.get(id));
      this.#firsts.set(id, writes.get(id), found.get(id));
    }
    return (id) => firsts.get(id);
  }

  /** A photo that was not found may come back, and is looked for each time. */
  async chosenPhotos(ids: readonly number[], writes: AlbumWrites): Promise<(id: number) => ListedPhoto | undefined> {
    const known = new Map<number, ListedPhoto>();
    for (const id of ids) {
      const stored = this.#chosen.latest(id);
      if (stored && stored.version === writes.get(stored.value.albumId)) known.set(id, stored.value);
    }
    const missing = ids.filter((id) => !known.has(id));
    for (const [id, photo] of await this.#sources.photosById(missing)) {
      known.set(id, photo);
      this.#chosen.set(id, writes.get(photo.albumId), photo);
    }
    return (id) => known.get(id);
  }
}
