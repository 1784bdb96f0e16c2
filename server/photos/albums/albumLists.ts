import type { Photo } from '../../../src/contract/entities.ts';
import type { LibraryVersion } from '../../others/otherServers.ts';
import { UserError } from '../../errors.ts';
import type { AlbumRepository, StoredAlbum } from './albumRepository.ts';
import { albumJson, albumTreeJson, withDescendants } from './albumTree.ts';
import { type ListedPhoto, photoOf } from './photoQueries.ts';
import { inOrder } from './photoOrder.ts';
import { isBelow, visibleOf } from './visibleAlbums.ts';
import type { PreparedResponse } from './preparedResponse.ts';
import type { LongAlbums } from './longAlbums/longAlbums.ts';
import type { Part } from './longAlbums/partQueries.ts';
import { ResponseCache } from './responseCache.ts';

interface PhotoListQuery {
  albumId: string;
  includeChildAlbums: boolean;
  /** Whether photos are listed too that slideshows leave out. */
  hidden: boolean;
}

interface ListSources {
  albums: Pick<AlbumRepository, 'find' | 'list' | 'parents'>;
  photosIn: (albumIds: readonly string[]) => Promise<ListedPhoto[]>;
  longAlbums: LongAlbums;
  libraryVersion: LibraryVersion;
}

export const ALBUM_UNKNOWN = 'There is no such album';

/**
 * The list of albums and the lists of their photos, which every kiosk requests again and again. The responses stay in
 * memory until something is written.
 */
export class AlbumLists {
  readonly #albums: ListSources['albums'];
  readonly #photosIn: ListSources['photosIn'];
  readonly #longAlbums: LongAlbums;
  readonly #cache: ResponseCache;
  readonly #writeListeners = new Set<() => void>();

  constructor({ albums, photosIn, longAlbums, libraryVersion }: ListSources) {
    this.#albums = albums;
    this.#photosIn = photosIn;
    this.#longAlbums = longAlbums;
    this.#cache = new ResponseCache(libraryVersion);
  }

  /** The albums of `roots` with all below them; null: all. `hidden` as for the photos. */
  albumTree(roots: readonly string[] | null, hidden = true): PreparedResponse | Promise<PreparedResponse> {
    const name = `albums${roots === null ? '' : ` ${JSON.stringify(roots)}`}${hidden ? '' : ' shown'}`;
    return this.#cache.get(name, async () => albumTreeJson(visibleOf(await this.#albums.list(hidden), roots)));
  }

  /** An album that may not be seen is an unknown one, as if it were not there. */
  async checkVisible(albumId: string, roots: readonly string[] | null): Promise<void> {
    if (roots === null || roots.includes(albumId)) return;
    if (!isBelow(await this.#albums.parents(), { albumId, roots })) throw new UserError(404, ALBUM_UNKNOWN);
  }

  /** One album as the list has it. */
  async album(id: string): Promise<{ json: string; version: number }> {
    const albums = await this.#albums.list();
    const album = albums.find((one) => one.id === id);
    if (!album) throw new UserError(404, ALBUM_UNKNOWN);
    return { json: albumJson(albums, album), version: album.version };
  }

  photosOf(query: PhotoListQuery): PreparedResponse | Promise<PreparedResponse> {
    const name = `${query.includeChildAlbums ? 'all' : 'own'} ${query.albumId}${query.hidden ? '' : ' shown'}`;
    return this.#cache.get(name, async () => {
      const photos = await this.#read(query);
      return JSON.stringify(query.hidden ? photos : photos.filter(({ hidden }) => hidden !== true));
    });
  }

  outlineOf(albumId: string, timeZone: string): PreparedResponse | Promise<PreparedResponse> {
    return this.#cache.get(`outline ${albumId} ${timeZone}`, async () =>
      JSON.stringify(await this.#longAlbums.outline(await this.#find(albumId), timeZone)),
    );
  }

  partOf(albumId: string, part: Part): PreparedResponse | Promise<PreparedResponse> {
    return this.#cache.get(`part ${albumId} ${part.from} ${part.count}`, async () =>
      JSON.stringify(await this.#longAlbums.part(await this.#find(albumId), part)),
    );
  }

  /** To be called after each write, before its response is sent. */
  forget(): void {
    this.#cache.forget();
    for (const listener of this.#writeListeners) listener();
  }

  /** Calls the listener after each write of this process; returns an unsubscribe function. */
  onWrite(listener: () => void): () => void {
    this.#writeListeners.add(listener);
    return () => this.#writeListeners.delete(listener);
  }

  async #find(albumId: string): Promise<StoredAlbum> {
    const album = await this.#albums.find(albumId);
    if (!album) throw new UserError(404, ALBUM_UNKNOWN);
    return album;
  }

  async #read({ albumId, includeChildAlbums }: Omit<PhotoListQuery, 'hidden'>): Promise<Photo[]> {
    const album = await this.#find(albumId);
    if (!includeChildAlbums) return photosOf(album, await this.#photosIn([albumId]));
    const albums = await this.#albums.list();
    const byId = new Map(albums.map((one) => [one.id, one]));
    const ids = withDescendants(albums, albumId);
    const byAlbum = Map.groupBy(await this.#photosIn(ids), (photo) => photo.albumId);
    return ids.flatMap((id) => photosOf(byId.get(id) ?? album, byAlbum.get(id) ?? []));
  }
}

function photosOf({ order, slug }: Pick<StoredAlbum, 'order' | 'slug'>, photos: ListedPhoto[]): Photo[] {
  return inOrder(photos, order).map((photo) => photoOf(photo, slug));
}
