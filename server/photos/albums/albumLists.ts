import type { Photo } from '../../../src/contract/entities.ts';
import { UserError } from '../../errors.ts';
import type { AlbumRepository } from './albumRepository.ts';
import { albumTreeJson, withDescendants } from './albumTree.ts';
import { ResponseCache } from './responseCache.ts';
import type { PhotoRepository } from '../store/photoRepository.ts';
import type { PreparedResponse } from './preparedResponse.ts';

export interface PhotoListQuery {
  albumId: string;
  includeChildAlbums: boolean;
}

export const ALBUM_UNKNOWN = 'There is no such album';

/** The two answers that every kiosk asks for again and again, from memory while nothing is written. */
export class AlbumLists {
  readonly #albums: AlbumRepository;
  readonly #photos: PhotoRepository;
  readonly #cache: ResponseCache;

  constructor(rooms: { albums: AlbumRepository; photos: PhotoRepository; databaseVersion: () => number }) {
    this.#albums = rooms.albums;
    this.#photos = rooms.photos;
    this.#cache = new ResponseCache(rooms.databaseVersion);
  }

  albumTree(): PreparedResponse | Promise<PreparedResponse> {
    return this.#cache.get('albums', async () => albumTreeJson(await this.#albums.list()));
  }

  photosOf(query: PhotoListQuery): PreparedResponse | Promise<PreparedResponse> {
    return this.#cache.get(`${query.includeChildAlbums ? 'all' : 'own'} ${query.albumId}`, async () =>
      JSON.stringify(await this.#read(query)),
    );
  }

  /** To be called after each write, before it is answered. */
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
