import type { ListedPhoto } from '../photoQueries.ts';

interface Sources {
  /** The first photos of albums. */
  firstPhotosOf(albumIds: readonly string[]): Promise<ReadonlyMap<string, ListedPhoto>>;
  photosById(ids: readonly number[]): Promise<ReadonlyMap<number, ListedPhoto>>;
}

/** The database's count of writes to an album's photos, by the album's id. */
export type AlbumWrites = ReadonlyMap<string, number | null>;

interface Remembered {
  writes: number | null;
  photo: ListedPhoto | undefined;
}

/**
 * The first photos of albums, and the photos that were chosen as covers. Each is read again when something was written to
 * its album, by whichever process, and not before: the database itself counts these writes.
 */
export class CoverMemory {
  readonly #sources: Sources;
  readonly #firsts = new Map<string, Remembered>();
  #chosen: ReadonlyMap<number, Remembered> = new Map();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** `writes` as they were before this call; what is written meanwhile is read by the next one too. */
  async firstPhotos(writes: AlbumWrites): Promise<(albumId: string) => ListedPhoto | undefined> {
    const firsts = this.#firsts;
    const stale = [...writes].filter(([id, count]) => firsts.get(id)?.writes !== count);
    const found = await this.#sources.firstPhotosOf(stale.map(([id]) => id));
    for (const [id, count] of stale) firsts.set(id, { writes: count, photo: found.get(id) });
    if (firsts.size > writes.size) for (const id of firsts.keys()) if (!writes.has(id)) firsts.delete(id);
    return (id) => firsts.get(id)?.photo;
  }

  async chosenPhotos(ids: readonly number[], writes: AlbumWrites): Promise<(id: number) => ListedPhoto | undefined> {
    const known = this.#chosen;
    const ofId = (id: number) => {
      const chosen = known.get(id);
      // One that was not there may come back.
      return chosen?.photo && chosen.writes === writes.get(chosen.photo.albumId) ? chosen : undefined;
    };
    const found = await this.#sources.photosById(ids.filter((id) => !ofId(id)));
    const rememberedOf = (id: number): Remembered => {
      const photo = found.get(id);
      return { writes: writes.get(photo?.albumId ?? '') ?? null, photo };
    };
    const now = new Map(ids.map((id) => [id, ofId(id) ?? rememberedOf(id)]));
    this.#chosen = now;
    return (id) => now.get(id)?.photo;
  }
}
