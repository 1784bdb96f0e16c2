import type { FileHandle } from 'node:fs/promises';
import type { PhotoAbout } from '#domain/takeout/photoAbout.ts';
import { albumPlace, folderAlbumName } from '#domain/uploads/folderAlbums.ts';
import { freeSlug } from '#domain/albums/slug.ts';
import { HEAD_BYTES, recogniseImage } from '#domain/uploads/imageKinds.ts';
import { UserError } from '#server/core/errors.ts';
import type { AlbumRepository } from '#server/photos/albums/albumRepository.ts';
import { hashOf } from '#server/core/files/durableFiles.ts';
import type { PhotoCompanions } from '../photos/companions/photoCompanions.ts';
import type { PhotoRepository, StoredPhoto } from '../photos/store/photoRepository.ts';
import { PHOTO_PARTS, type PhotoStore } from '../photos/store/photoStore.ts';
import type { PhotoImporter } from '#server/photos/upload/photoImporter.ts';
import { receiveStream } from '#server/photos/upload/receiveFile.ts';
import type { ReadItem } from './sourceAdapter.ts';
import { addCompanion, besidePicture, withinPicture } from './sourceCompanions.ts';
import { emptyFile, tooLarge, wrongKind } from '#server/photos/upload/uploadErrors.ts';

export interface SourceAlbum {
  id: string;
  slug: string;
}

type Albums = Pick<AlbumRepository, 'list' | 'create'>;

/** The albums of the library as they were when a reading began, with those that it has made since. */
export class SourceAlbums {
  readonly #albums: Albums;
  readonly #byPlace = new Map<string, Promise<SourceAlbum>>();
  readonly #byId = new Map<string, SourceAlbum>();
  readonly #taken = new Set<string>();
  made = 0;

  private constructor(albums: Albums) {
    this.#albums = albums;
  }

  static async of(albums: Albums): Promise<SourceAlbums> {
    const all = new SourceAlbums(albums);
    // Goes from the last to the first, so that the first of several albums with one name is used.
    for (const { id, slug, name, parentId } of (await albums.list()).toSorted(bySlug).toReversed()) {
      all.#taken.add(slug);
      all.#byId.set(id, { id, slug });
      all.#byPlace.set(albumPlace(name, parentId), Promise.resolve({ id, slug }));
    }
    return all;
  }

  /** Undefined when the album is in the trash, or deleted for good. */
  withId(id: string): SourceAlbum | undefined {
    return this.#byId.get(id);
  }

  /** The album with a folder's name in a parent album, made if it is missing. */
  ensure(folder: string, parent: SourceAlbum | undefined): Promise<SourceAlbum> {
    const place = albumPlace(folderAlbumName(folder), parent?.id);
    const found = this.#byPlace.get(place) ?? this.make(folder, parent);
    this.#byPlace.set(place, found);
    return found;
  }

  /** Follows a path of names down from a parent album, makes the missing albums and returns the last one. */
  async ensureAll(names: readonly string[], parent: SourceAlbum | undefined): Promise<SourceAlbum> {
    let album = parent;
    for (const name of names) album = await this.ensure(name, album);
    return album ?? this.ensure('', undefined);
  }

  /** Makes an album, also beside one of the same name. */
  async make(folder: string, parent: SourceAlbum | undefined): Promise<SourceAlbum> {
    const name = folderAlbumName(folder);
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

export interface TakingServices {
  photos: Pick<PhotoRepository, 'ofContent' | 'complete' | 'retell'>;
  store: Pick<PhotoStore, 'stage' | 'partsOf'>;
  importer: PhotoImporter;
  lists: { forget(): void };
  companions: Pick<PhotoCompanions, 'add' | 'kinds'>;
  maxUploadBytes: number;
}

interface TakenFile {
  file: FileHandle;
  name: string;
  about: PhotoAbout | undefined;
  beside: ReadItem['beside'];
  uploadOrder: number;
  /** The uploader's name at the decoders, which take turns between uploaders. */
  uploader: string;
  signal: AbortSignal;
}

export interface Taken {
  /** `known`: the album already had the picture, whoever added it. */
  result: 'imported' | 'known';
  photo: StoredPhoto | undefined;
  /** The file that belongs beside the photo could not be taken. */
  isStill?: boolean;
}

/** Throws an error with the reason why a file is rejected: not a picture, too large or empty. Reads only its head. */
export async function checkFile(file: FileHandle, maxBytes: number): Promise<void> {
  const { size } = await file.stat();
  if (size === 0) throw emptyFile();
  const head = Buffer.alloc(HEAD_BYTES);
  const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
  const recognised = recogniseImage(head.subarray(0, bytesRead));
  if (!recognised.kind) throw wrongKind(recognised.name);
  if (size > maxBytes) throw tooLarge(maxBytes);
}

/** Imports a checked file into an album; a file that the album already has is neither copied nor decoded. */
export async function takeFile(services: TakingServices, album: SourceAlbum, file: TakenFile): Promise<Taken> {
  const known = await services.photos.ofContent(album.id, await hashOf(bytesOf(file.file, services.maxUploadBytes)));
  if (known) {
    if (file.about && (await services.photos.complete(known, file.about))) services.lists.forget();
    const isStill = await addCompanion(services, known, { found: besidePicture(services, file), ...file });
    return { result: 'known', photo: known, isStill };
  }
  // A server that is just starting may remove the files as leftovers of an interrupted upload: then the file is
  // imported again.
  const first = await takeOnce(services, album, file);
  if (first.photo) return first;
  return { ...first, photo: (await takeOnce(services, album, file)).photo };
}

/** Imports a file. The result has no photo if one of its files is missing afterwards. */
async function takeOnce(
  services: TakingServices,
  album: SourceAlbum,
  { file: source, name, beside, ...file }: TakenFile,
): Promise<Taken> {
  const { photos, store, importer, maxUploadBytes: maxBytes } = services;
  const staged = await store.stage();
  try {
    const received = await receiveStream(bytesOf(source, maxBytes), staged.files.original);
    if (received.bytes > maxBytes) throw tooLarge(maxBytes);
    const originalFilename = name.normalize('NFC').toWellFormed();
    const taken = { file: source, beside, ...file };
    const found = besidePicture(services, taken) ?? (await withinPicture(services, staged.files.original, taken));
    const { duplicate } = await importer.import({ ...received, ...file, album, staged, originalFilename });
    // Somebody may have uploaded the same picture just before.
    const result = duplicate ? 'known' : 'imported';
    const stored = await photos.ofContent(album.id, received.contentHash);
    const there = stored && (await store.partsOf(stored));
    const photo = PHOTO_PARTS.every((part) => there?.parts[part] !== undefined) ? stored : undefined;
    const isStill = photo && (await addCompanion(services, photo, { found, ...file }));
    return { result, photo, isStill: isStill === true };
  } finally {
    await staged.discard();
  }
}

/** The bytes of an open file from its start, one more than are allowed at most. The file stays open. */
function bytesOf(file: FileHandle, maxBytes: number) {
  return file.createReadStream({ start: 0, end: maxBytes, autoClose: false });
}
