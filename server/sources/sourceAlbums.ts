import { albumPlace, folderAlbumName } from '#domain/uploads/folderAlbums.ts';
import { freeSlug } from '#domain/albums/slug.ts';
import { UserError } from '../errors.ts';
import type { AlbumRepository } from '../photos/albums/albumRepository.ts';

export interface SourceAlbum {
  id: string;
  slug: string;
}

/** Finds albums by their name and parent, and makes those that are missing. */
export class SourceAlbums {
  readonly #albums: Pick<AlbumRepository, 'list' | 'create'>;
  readonly #byPlace = new Map<string, Promise<SourceAlbum>>();
  readonly #taken = new Set<string>();
  made = 0;

  private constructor(albums: Pick<AlbumRepository, 'list' | 'create'>) {
    this.#albums = albums;
  }

  static async of(albums: Pick<AlbumRepository, 'list' | 'create'>): Promise<SourceAlbums> {
    const all = new SourceAlbums(albums);
    // From the last to the first, so that of several albums of one name the first is used.
    for (const { id, slug, name, parentId } of (await albums.list()).toSorted(bySlug).toReversed()) {
      all.#taken.add(slug);
      all.#byPlace.set(albumPlace(name, parentId), Promise.resolve({ id, slug }));
    }
    return all;
  }

  /** The album that a folder becomes in another one. */
  ensure(folder: string, parent: SourceAlbum | undefined): Promise<SourceAlbum> {
    const name = folderAlbumName(folder);
    const place = albumPlace(name, parent?.id);
    const found = this.#byPlace.get(place) ?? this.#make(name, parent);
    this.#byPlace.set(place, found);
    return found;
  }

  async #make(name: string, parent: SourceAlbum | undefined): Promise<SourceAlbum> {
    for (;;) {
      const slug = freeSlug(name, (wanted) => this.#taken.has(wanted));
      this.#taken.add(slug);
      try {
        const { album } = await this.#albums.create({ name, slug, ...(parent ? { parentAlbumId: parent.id } : {}) });
        this.made += 1;
        return { id: album.id, slug };
      } catch (error) {
        // 409: the slug is taken, and the next number is tried.
        if (!(error instanceof UserError) || error.status !== 409) throw error;
      }
    }
  }
}

function bySlug(one: { slug: string }, other: { slug: string }): number {
  return one.slug < other.slug ? -1 : 1;
}
