import { CACHES } from '#server/limits.ts';
import { VersionedCache } from '#server/versionedCache.ts';
import type { ListedPhoto } from '../photoQueries.ts';

interface Sources {
  /** The first photos of albums. */
  firstPhotosOf(albumIds: readonly string[]): Promise<ReadonlyMap<string, ListedPhoto>>;
  photosById(ids: readonly number[]): Promise<ReadonlyMap<number, ListedPhoto>>;
}

/** The database's count of writes to an album's photos, by the album's id. */
export type AlbumWrites = ReadonlyMap<string, number | null>;

/**
 * The first photos of albums, and the photos that were chosen as covers. Each is read again when something was written to
 * its album, by whichever process, and not before: the database itself counts these writes.
 */
export class CoverCache {
  readonly #sources: Sources;
  readonly #firsts = new VersionedCache<ListedPhoto | undefined>(CACHES.covers);
  readonly #chosen = new VersionedCache<ListedPhoto>(CACHES.covers);

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** `writes` as they were before this call; what is written meanwhile is read by the next one too. */
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
