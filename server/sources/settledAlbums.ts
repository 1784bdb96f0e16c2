import { type SourceItem, type SourceListing, SourceFailed } from './sourceAdapter.ts';
import type { SourceAlbum, SourceAlbums } from './sourceAlbums.ts';
import type { SourceRepository, StoredSource } from './sourceRepository.ts';

const ALBUM_GONE = 'Its album was deleted: restore it from the trash, or follow this anew';

interface Parts {
  albums: SourceAlbums;
  sources: Pick<SourceRepository, 'settledAlbums' | 'settleAlbum'>;
  listing: SourceListing;
}

/**
 * The album of each item of a source. It is settled when the first picture for it comes, by its id: what the source or
 * an admin calls it later changes nothing. A source without a chosen album makes one of its own, beside any other of
 * that name; a folder in it takes the album of that name which is inside already, as an import does.
 */
export class SettledAlbums {
  readonly #source: StoredSource;
  readonly #parts: Parts;
  readonly #settled: ReadonlyMap<string, string>;
  readonly #byFolder = new Map<string, Promise<SourceAlbum>>();
  readonly #chosen: SourceAlbum | undefined;
  /** Whether the folders become albums inside the source's own album, and not at the top. */
  readonly #hasOwn: boolean;

  private constructor(source: StoredSource, parts: Parts, settled: ReadonlyMap<string, string>) {
    this.#source = source;
    this.#parts = parts;
    this.#settled = settled;
    this.#chosen = source.albumId === null ? undefined : parts.albums.withId(source.albumId);
    if (source.albumId !== null && !this.#chosen) throw new SourceFailed(ALBUM_GONE);
    this.#hasOwn = this.#known('') !== undefined || parts.listing.hasPictures === true;
  }

  static async of(source: StoredSource, parts: Parts): Promise<SettledAlbums> {
    return new SettledAlbums(source, parts, await parts.sources.settledAlbums(source));
  }

  async albumOf({ key, albums: names }: SourceItem): Promise<SourceAlbum> {
    const { albums } = this.#parts;
    const folders = this.#source.kind === 'folder' ? key.split('/').slice(0, -1) : [];
    let album = this.#chosen ?? (this.#hasOwn || folders.length === 0 ? await this.#own() : undefined);
    const titles = names.slice(-folders.length);
    for (const [depth, folder] of folders.entries()) {
      const parent = album;
      const path = folders.slice(0, depth + 1).join('/');
      album = await this.#settle(path, () => albums.ensure(titles[depth] ?? folder, parent));
    }
    return album ?? this.#own();
  }

  #own(): Promise<SourceAlbum> {
    const { albums, listing } = this.#parts;
    return this.#settle('', () => albums.make(listing.albumName ?? this.#source.name, undefined));
  }

  #known(folder: string): SourceAlbum | undefined {
    return this.#parts.albums.withId(this.#settled.get(folder) ?? '');
  }

  #settle(folder: string, find: () => Promise<SourceAlbum>): Promise<SourceAlbum> {
    const found = this.#byFolder.get(folder) ?? this.#findAndSettle(folder, find);
    this.#byFolder.set(folder, found);
    return found;
  }

  async #findAndSettle(folder: string, find: () => Promise<SourceAlbum>): Promise<SourceAlbum> {
    const known = this.#known(folder);
    if (known) return known;
    const album = await find();
    await this.#parts.sources.settleAlbum(this.#source, { folder, albumId: album.id });
    return album;
  }
}
