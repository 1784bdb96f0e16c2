import { useState } from 'react';
import type { Album } from '#contract/photos/schemas.ts';
import { everyAlbum } from '#domain/albums/albumTree.ts';
import { freeSlug } from '#domain/albums/slug.ts';
import { countOf } from '#domain/curation/counts.ts';
import {
  folderKey,
  foldersOfDrop,
  albumPlace,
  folderAlbumName,
  type DroppedFolder,
} from '#domain/uploads/folderAlbums.ts';
import type { UploadTarget } from '#domain/uploads/uploadPlan.ts';
import { uploadsText } from '#domain/uploads/uploadState.ts';
import { createAlbum, fetchAlbums } from '#src/shared/api/albums.ts';
import { statusOf } from '#src/shared/api/http.ts';
import { makeEdit } from '#src/admin/shell/libraryEdits.ts';
import { showToast, withToast } from '#src/admin/shell/toasts.ts';
import type { UploadFile } from '../stored/uploadStore.ts';
import { tabUploader, uploadTo } from '../tabUploader.ts';

type Upload = (files: UploadFile[] | undefined) => void;

interface Options {
  upload: Upload;
  /** Whether the person may add albums here, which folders become. */
  mayAddAlbums: boolean;
}

/** Holds dropped files until the person has chosen where folders go. Files without folders are uploaded at once. */
export function useDroppedFolders(album: Album | undefined, { upload, mayAddAlbums }: Options) {
  const [dropped, setDropped] = useState<UploadFile[]>();
  const take: Upload = (files) => {
    if (mayAddAlbums && files?.some(({ path }) => path.length > 0)) setDropped(files);
    else upload(files);
  };
  const answers = {
    onCancel: () => setDropped(undefined),
    onAlbums: () => {
      setDropped(undefined);
      if (dropped) void uploadFolders(dropped, album);
    },
    onHere: () => {
      setDropped(undefined);
      upload(dropped);
    },
  };
  return { take, dropped, answers };
}

/**
 * Makes an album of each dropped folder and uploads the files to them. Reports failures in a notice and throws nothing.
 */
async function uploadFolders(files: readonly UploadFile[], parent: Album | undefined): Promise<void> {
  const folders = foldersOfDrop(files);
  const upload = async () => {
    const albums = await makeEdit(undefined, (token) => albumsOfFolders(token, folders, parent));
    const targets = folders.flatMap((folder) => {
      const inside = files.filter(({ path, albums: names = path }) => folderKey(names) === folderKey(folder.path));
      const album = albums.get(folderKey(folder.path));
      return album && inside.length > 0 ? [{ album, files: inside }] : [];
    });
    const loose = files.filter(({ path }) => path.length === 0);
    if (parent && loose.length > 0) targets.unshift({ album: parent, files: loose });
    uploadTo(targets);
    sayWhenDone(targets.map(({ album }) => album));
    return undefined;
  };
  await withToast(upload, {
    failed: (why) => `${why} The albums could not be made, and nothing was uploaded.`,
    again: () => void uploadFolders(files, parent),
  });
}

/**
 * Reports in a notice how the uploads ended, because each album shows its own only on its own page, which may not be
 * open.
 */
function sayWhenDone(albums: readonly UploadTarget[]): void {
  const ids = new Set(albums.map(({ id }) => id));
  const ofThem = () => tabUploader.queue().items.filter(({ albumId }) => ids.has(albumId));
  const unsubscribe = tabUploader.subscribe(() => {
    const result = uploadsText(ofThem());
    if (result === 'busy') return;
    unsubscribe();
    if (!result) return;
    const text = `${result.text} to ${albums.length === 1 ? `“${albums[0]?.name}”` : countOf(albums.length, 'album')}.`;
    const trouble = albums.filter(({ id }) => result.troubled.has(id)).map(({ name }) => `“${name}”`);
    if (trouble.length === 0) showToast({ text });
    else showToast({ kind: 'failed', text: `${text} Not everything could be: see ${trouble.join(', ')}.` });
  });
}

/**
 * An album for each folder, below `parent` or at the top level, by the key of the folder. Existing albums of the same
 * name and place are used, so that a folder dropped twice makes no second album; the others are made.
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
        // Somebody else has taken the slug meanwhile: the next number is tried.
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
