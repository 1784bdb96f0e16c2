import { ALBUM_NAME_MAX_CHARACTERS, SLUG_MAX_CHARACTERS } from '#contract/limits.ts';
import { isSlug, slugFrom } from '#domain/albums/slug.ts';
import { UserError } from '../../errors.ts';
import type { AlbumRepository } from '../albums/albumRepository.ts';

export interface ImportAlbum {
  id: string;
  slug: string;
}

/** Finds albums by their name and parent, and makes those that are missing. */
export class ImportAlbums {
  readonly #albums: Pick<AlbumRepository, 'list' | 'create'>;
  readonly #byPlace = new Map<string, ImportAlbum>();
  made = 0;

  private constructor(albums: Pick<AlbumRepository, 'list' | 'create'>) {
    this.#albums = albums;
  }

  static async of(albums: Pick<AlbumRepository, 'list' | 'create'>): Promise<ImportAlbums> {
    const all = new ImportAlbums(albums);
    // From the last to the first, so that of several albums of one name the first is used.
    for (const { id, slug, name, parentId } of (await albums.list()).toSorted(bySlug).toReversed()) {
      all.#byPlace.set(placeOf(name, parentId), { id, slug });
    }
    return all;
  }

  async ensure(name: string, parent: ImportAlbum | undefined): Promise<ImportAlbum> {
    const shown = (name.trim() || 'Album').slice(0, ALBUM_NAME_MAX_CHARACTERS).toWellFormed();
    const place = placeOf(shown, parent?.id ?? null);
    const found = this.#byPlace.get(place) ?? (await this.#make(shown, parent));
    this.#byPlace.set(place, found);
    return found;
  }

  async #make(name: string, parent: ImportAlbum | undefined): Promise<ImportAlbum> {
    const wanted = slugFrom(name) || 'album';
    for (let number = 1; ; number += 1) {
      const ending = number === 1 ? '' : `-${number}`;
      const slug = wanted.slice(0, SLUG_MAX_CHARACTERS - ending.length).replace(/-$/, '') + ending;
      if (!isSlug(slug)) continue;
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

function placeOf(name: string, parentId: string | null): string {
  return `${parentId ?? ''} ${name.normalize('NFC')}`;
}
