import { type Identified, type VisibleAlbums, visibleAlbums } from '#server/core/access/access.ts';
import type { LibraryVersion } from '#server/core/db/backend.ts';
import { UserError } from '#server/core/errors.ts';
import { CACHES } from '#server/core/limits.ts';
import { VersionedCache } from '#server/core/versionedCache.ts';
import { otherWriters } from '../store/otherWriters.ts';
import { ALBUM_UNKNOWN } from './albumQueries.ts';
import type { AlbumRepository } from './albumRepository.ts';

interface Sources {
  albums: Pick<AlbumRepository, 'below'>;
  libraryVersion: LibraryVersion;
}

/**
 * The one place that knows which albums a sender sees, whatever the credential: a tablet's key, a visitor's share or
 * guest code, or an account. The list of roots comes with the credential; the albums below them are read here.
 */
export class AlbumScopes {
  readonly #albums: Sources['albums'];
  readonly #sets = new VersionedCache<ReadonlySet<string>>({ max: CACHES.scopedAlbums, of: ({ size }) => size + 1 });
  readonly #othersWrote: () => boolean;
  #writes = 0;

  constructor({ albums, libraryVersion }: Sources) {
    this.#albums = albums;
    this.#othersWrote = otherWriters(libraryVersion);
  }

  /** All albums that the sender of a request sees. */
  of(request: Identified): VisibleAlbums | Promise<VisibleAlbums> {
    return this.below(visibleAlbums(request));
  }

  /** The roots with all below them; null: all albums. An album in the trash is not among them. */
  below(roots: readonly string[] | null): VisibleAlbums | Promise<VisibleAlbums> {
    if (roots === null) return null;
    if (this.#othersWrote()) this.forget();
    return this.#sets.get(JSON.stringify(roots), this.#writes, () => this.#albums.below(roots));
  }

  /** An album that may not be seen is treated like an unknown one; `sentence`: for somebody who saw it just now. */
  async requireVisible(
    roots: readonly string[] | null,
    albumIds: readonly string[],
    sentence: string = ALBUM_UNKNOWN,
  ): Promise<void> {
    const visible = await this.below(roots);
    if (visible && !albumIds.every((id) => visible.has(id))) throw new UserError(404, sentence);
  }

  /** Call after each change of albums, before its response is sent. */
  forget(): void {
    this.#writes += 1;
  }
}
