import type { Photo } from '#contract/photos/schemas.ts';
import { createListeners } from '#domain/listeners.ts';
import type { LibraryVersion } from '#server/core/db/backend.ts';
import type { VisibleAlbums } from '#server/core/access/access.ts';
import { UserError } from '#server/core/errors.ts';
import { ALBUM_UNKNOWN, type AlbumRow } from './albumQueries.ts';
import type { AlbumRepository, ListedAlbum, StoredAlbum } from './albumRepository.ts';
import type { AlbumScopes } from './albumScopes.ts';
import { albumJson, albumListJson, withDescendants } from './albumTree.ts';
import { type ListedPhoto, photoOf } from './photoQueries.ts';
import { inOrder } from './photoOrder.ts';
import type { ListedAlbums } from './albumStateQueries.ts';
import { jsonList, type PreparedResponse } from '#server/core/http/preparedResponse.ts';
import type { LongAlbums } from './longAlbums/longAlbums.ts';
import type { Part } from './longAlbums/partQueries.ts';
import { ResponseCache } from './cached/responseCache.ts';

interface PhotoListQuery extends ListedAlbums {
  /**
   * The visitor's share. Visitors do not see photos that slideshows leave out, and request the others by other names.
   */
  shareId: string | undefined;
}

interface VisitorNames {
  /** The photo as the share's visitors may know it. */
  named(photo: ListedPhoto, shareId: string): ListedPhoto;
}

interface ListSources {
  albums: Pick<AlbumRepository, 'find' | 'list'>;
  scopes: Pick<AlbumScopes, 'below'>;
  photosIn: (albumIds: readonly string[]) => Promise<ListedPhoto[]>;
  pagesIn: (albumId: string) => AsyncIterable<ListedPhoto[]>;
  longAlbums: LongAlbums;
  stampOf: (albums: ListedAlbums) => Promise<string | undefined>;
  visitorNames: VisitorNames;
  libraryVersion: LibraryVersion;
}

/**
 * The list of albums and the lists of their photos, which every kiosk requests again and again. The responses stay in
 * memory; after a write those of other albums are checked, and not made again.
 */
export class AlbumLists {
  readonly #albums: ListSources['albums'];
  readonly #scopes: ListSources['scopes'];
  readonly #photosIn: ListSources['photosIn'];
  readonly #pagesIn: ListSources['pagesIn'];
  readonly #longAlbums: LongAlbums;
  readonly #stampOf: ListSources['stampOf'];
  readonly #visitorNames: ListSources['visitorNames'];
  readonly #cache: ResponseCache;
  readonly #writes = createListeners();
  /** Calls the listener after each write of this process; returns an unsubscribe function. */
  readonly onWrite = this.#writes.subscribe;

  constructor({ albums, scopes, photosIn, pagesIn, longAlbums, stampOf, visitorNames, libraryVersion }: ListSources) {
    this.#albums = albums;
    this.#scopes = scopes;
    this.#photosIn = photosIn;
    this.#pagesIn = pagesIn;
    this.#longAlbums = longAlbums;
    this.#stampOf = stampOf;
    this.#visitorNames = visitorNames;
    this.#cache = new ResponseCache(libraryVersion);
  }

  /** The albums of `roots` with all below them; null: all. `shareId` as for the photos. */
  albumTree(roots: readonly string[] | null, shareId?: string): PreparedResponse | Promise<PreparedResponse> {
    const name = `albums${roots === null ? '' : ` ${JSON.stringify(roots)}`}${visitorKey(shareId)}`;
    return this.#cache.get(name, {
      make: async () => {
        const albums = await this.#visible(roots, shareId === undefined);
        if (shareId !== undefined) return albumListJson(this.#withVisitorNames(albums, shareId));
        return albumListJson(albums);
      },
    });
  }

  /** Returns one album as it is in the list of `roots`, or as it is in `written` if it has been deleted since. */
  async album(
    id: string,
    { roots, written }: { roots: readonly string[] | null; written?: AlbumRow | undefined },
  ): Promise<{ json: string; version: number }> {
    const albums = await this.#visible(roots);
    const album = albums.find((one) => one.id === id) ?? (written && albumAlone(written));
    if (!album) throw new UserError(404, ALBUM_UNKNOWN);
    return { json: albumJson(albums, album), version: album.version };
  }

  photosOf(query: PhotoListQuery): PreparedResponse | Promise<PreparedResponse> {
    const name = `${query.includeChildAlbums ? 'all' : 'own'} ${query.albumId}${visitorKey(query.shareId)}`;
    return this.#cache.get(name, {
      make: async () => jsonList(this.#photosOf(query)),
      stamp: () => this.#stampOf(query),
    });
  }

  outlineOf(albumId: string, timeZone: string): PreparedResponse | Promise<PreparedResponse> {
    return this.#ofAlbum(`outline ${albumId} ${timeZone}`, albumId, (album, stamp) =>
      this.#longAlbums.outline({ ...album, stamp }, timeZone),
    );
  }

  partOf(albumId: string, part: Part): PreparedResponse | Promise<PreparedResponse> {
    return this.#ofAlbum(`part ${albumId} ${part.from} ${part.count}`, albumId, (album, stamp) =>
      this.#longAlbums.part({ ...album, stamp }, part),
    );
  }

  /** Call after each write, before its response is sent. */
  forget(): void {
    this.#cache.forget();
    this.#writes.notify();
  }

  async #visible(roots: readonly string[] | null, hidden = true): Promise<ListedAlbum[]> {
    // Before the list, which then has every album of the scope that is not deleted meanwhile.
    const visible = await this.#scopes.below(roots);
    return visibleOf(await this.#albums.list(hidden), visible);
  }

  #ofAlbum(
    name: string,
    albumId: string,
    read: (album: StoredAlbum, stamp: string | undefined) => Promise<unknown>,
  ): PreparedResponse | Promise<PreparedResponse> {
    return this.#cache.get(name, {
      make: async (stamp) => JSON.stringify(await read(await this.#find(albumId), stamp)),
      stamp: () => this.#stampOf({ albumId, includeChildAlbums: false }),
    });
  }

  async *#photosOf(query: PhotoListQuery): AsyncGenerator<Photo[]> {
    const { shareId } = query;
    for await (const { album, photos } of this.#read(query)) {
      const listed = shareId === undefined ? photos : this.#forVisitor(photos, shareId);
      yield inOrder(listed, album.order).map((photo) => photoOf(photo, album.slug));
    }
  }

  #forVisitor(photos: readonly ListedPhoto[], shareId: string): ListedPhoto[] {
    return photos.filter(({ hidden }) => hidden === 0).map((photo) => this.#visitorNames.named(photo, shareId));
  }

  #withVisitorNames(albums: readonly ListedAlbum[], shareId: string): ListedAlbum[] {
    const named = (photo: ListedPhoto | undefined) => photo && this.#visitorNames.named(photo, shareId);
    return albums.map((album) =>
      Object.assign({}, album, { firstPhoto: named(album.firstPhoto), chosenCover: named(album.chosenCover) }),
    );
  }

  async #find(albumId: string): Promise<StoredAlbum> {
    const album = await this.#albums.find(albumId);
    if (!album) throw new UserError(404, ALBUM_UNKNOWN);
    return album;
  }

  /** The content of a list in its order: the photos of one album after the other, or one album in pages. */
  async *#read({ albumId, includeChildAlbums }: ListedAlbums): AsyncGenerator<ListedIn> {
    const album = await this.#find(albumId);
    if (!includeChildAlbums && album.order === 'taken') {
      for await (const photos of this.#pagesIn(albumId)) yield { album, photos };
      return;
    }
    const albums = includeChildAlbums ? await this.#albums.list() : [];
    const ids = includeChildAlbums ? withDescendants(albums, albumId) : [albumId];
    const byId = new Map(albums.map((one) => [one.id, one]));
    const byAlbum = Map.groupBy(await this.#photosIn(ids), (photo) => photo.albumId);
    for (const id of ids) yield { album: byId.get(id) ?? album, photos: byAlbum.get(id) ?? [] };
  }
}

interface ListedIn {
  album: Pick<StoredAlbum, 'order' | 'slug'>;
  photos: ListedPhoto[];
}

function visitorKey(shareId: string | undefined): string {
  return shareId === undefined ? '' : ` for ${shareId}`;
}

/** An album without what is in it. */
function albumAlone({ id, name, slug, parent_id: parentId, photo_order: order, version }: AlbumRow): ListedAlbum {
  const row = { id, name, slug, parentId, order, version, position: null };
  return { ...row, photoCount: 0, firstPhoto: undefined, chosenCover: undefined, formerSlugs: [] };
}

/**
 * The visible albums. One whose parent may not be seen is at the top, so that nothing reveals the albums above it.
 */
function visibleOf<Placed extends Pick<ListedAlbum, 'id' | 'parentId'>>(
  albums: readonly Placed[],
  visible: VisibleAlbums,
): Placed[] {
  if (visible === null) return [...albums];
  return albums
    .filter(({ id }) => visible.has(id))
    .map((album) =>
      album.parentId === null || visible.has(album.parentId) ? album : Object.assign({}, album, { parentId: null }),
    );
}
