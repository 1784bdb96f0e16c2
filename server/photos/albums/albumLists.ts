import type { Photo } from '../../../src/contract/entities.ts';
import { UserError } from '../../errors.ts';
import type { PhotoRepository } from '../store/photoRepository.ts';
import type { AlbumRepository } from './albumRepository.ts';
import { albumTreeJson, withDescendants } from './albumTree.ts';
import type { PreparedResponse } from './preparedResponse.ts';
import { ResponseCache } from './responseCache.ts';

interface PhotoListQuery {
  albumId: string;
  includeChildAlbums: boolean;
}

interface ListSources {
  albums: Pick<AlbumRepository, 'find' | 'list'>;
  photos: Pick<PhotoRepository, 'inAlbums'>;
  databaseVersion: () => number;
}

export const ALBUM_UNKNOWN = 'There is no such album';

/**
 * The list of albums and the lists of their photos, which every kiosk requests again and again. The responses stay in
 * memory until something is written.
 */
export class AlbumLists {
  readonly #albums: ListSources['albums'];
  readonly #photos: ListSources['photos'];
  readonly #cache: ResponseCache;

  constructor({ albums, photos, databaseVersion }: ListSources) {
    this.#albums = albums;
    this.#photos = photos;
    this.#cache = new ResponseCache(databaseVersion);
  }

  albumTree(): PreparedResponse | Promise<PreparedResponse> {
    return this.#cache.get('albums', async () => albumTreeJson(await this.#albums.list()));
  }

  photosOf(query: PhotoListQuery): PreparedResponse | Promise<PreparedResponse> {
    return this.#cache.get(`${query.includeChildAlbums ? 'all' : 'own'} ${query.albumId}`, async () =>
      JSON.stringify(await this.#read(query)),
    );
  }

  /** To be called after each write, before its response is sent. */
  forget(): void {
    this.#cache.forget();
  }

  async #read({ albumId, includeChildAlbums }: PhotoListQuery): Promise<Photo[]> {
    const album = await this.#albums.find(albumId);
    if (!album) throw new UserError(404, ALBUM_UNKNOWN);
    if (!includeChildAlbums) {
      const own = await this.#photos.inAlbums([albumId]);
      return own.map(({ filename }) => ({ filename, albumSlug: album.slug }));
    }
    const albums = await this.#albums.list();
    const ids = withDescendants(albums, albumId);
    const slugs = new Map(albums.map(({ id, slug }) => [id, slug]));
    const byAlbum = Map.groupBy(await this.#photos.inAlbums(ids), (photo) => photo.albumId);
    return ids.flatMap((id) =>
      (byAlbum.get(id) ?? []).map(({ filename }) => ({ filename, albumSlug: slugs.get(id) ?? '' })),
    );
  }
}
