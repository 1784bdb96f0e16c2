import { createAlbum, fetchAlbums } from '#src/api/albums.ts';
import { statusOf } from '#src/api/http.ts';
import type { Album } from '#contract/schemas/photos.ts';
import { everyAlbum } from '#domain/albums/albumTree.ts';
import { albumPlace, folderAlbumName, type DroppedFolder, folderKey } from '#domain/uploads/folderAlbums.ts';
import { freeSlug } from '#domain/albums/slug.ts';
import type { UploadTarget } from '#domain/uploads/uploadPlan.ts';

/**
 * An album for each folder, below `parent` or at the top level, by the key of the folder. Albums of the same name in the
 * same place are used, so that a folder dropped twice makes no album twice; the others are made.
 */
export async function albumsOfFolders(
  token: string,
  folders: readonly DroppedFolder[],
  parent: Pick<Album, 'id'> | undefined,
): Promise<Map<string, UploadTarget>> {
  const library = new Library(token, await fetchAlbums({ token }));
  const made = new Map<string, UploadTarget>();
  for (const { path } of folders) {
    const above = path.length > 1 ? made.get(folderKey(path.slice(0, -1))) : parent;
    made.set(folderKey(path), await library.albumOf(path.at(-1) ?? '', above?.id));
  }
  return made;
}

class Library {
  readonly #token: string;
  readonly #taken = new Set<string>();
  readonly #byPlace = new Map<string, UploadTarget>();

  constructor(token: string, albums: readonly Album[]) {
    this.#token = token;
    this.#note(albums, undefined);
    for (const { id, slug, childAlbums } of everyAlbum(albums)) {
      this.#taken.add(slug);
      this.#note(childAlbums, id);
    }
  }

  async albumOf(folder: string, parentId: string | undefined): Promise<UploadTarget> {
    const name = folderAlbumName(folder);
    const place = albumPlace(name, parentId);
    const album = this.#byPlace.get(place) ?? (await this.#make(name, parentId));
    this.#byPlace.set(place, album);
    return album;
  }

  async #make(name: string, parentId: string | undefined): Promise<UploadTarget> {
    for (;;) {
      const slug = freeSlug(name, (wanted) => this.#taken.has(wanted));
      this.#taken.add(slug);
      try {
        const parent = parentId === undefined ? {} : { parentAlbumId: parentId };
        const album = await createAlbum(this.#token, { name, slug, ...parent });
        return { id: album.id, name, slug: album.slug };
      } catch (error) {
        // Somebody else has taken the slug meanwhile: the next number.
        if (statusOf(error) !== 409) throw error;
      }
    }
  }

  #note(albums: readonly Album[], parentId: string | undefined): void {
    for (const { id, name, slug } of albums) {
      const place = albumPlace(name, parentId);
      if (!this.#byPlace.has(place)) this.#byPlace.set(place, { id, name, slug });
    }
  }
}
