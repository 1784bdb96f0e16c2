import { isoTime } from '#domain/clock/isoTime.ts';
import type { PhotoChanges, PhotoDetails, ConflictResponse } from '#contract/curation/schemas.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { storedFocus } from '#domain/photoFocus.ts';
import type { VisibleAlbums } from '#server/core/access/access.ts';
import { UserError } from '#server/core/errors.ts';
import { ALBUM_UNKNOWN } from '../albums/albumQueries.ts';
import type { AlbumRepository, StoredAlbum } from '../albums/albumRepository.ts';
import { type ListedPhoto, photoOf } from '../albums/photoQueries.ts';
import type { PhotoAddress, PhotoStore, StoredFile } from '../store/photoStore.ts';
import type { TrashRemoval } from '../trash/trashRemoval.ts';
import type { EditedPhoto, PhotoChangesRepository } from './photoChangesRepository.ts';
import type { CurationQueries } from './curationQueries.ts';
import type { PhotoRotation } from './photoRotation.ts';

/** Somebody else changed the same thing first: the response holds its present state. */
class ConflictError extends UserError {
  override name = 'ConflictError';
  readonly #present: ConflictResponse['present'];

  constructor(message: string, present: ConflictResponse['present']) {
    super(409, message);
    this.#present = present;
  }

  override body(): ConflictResponse {
    return { message: this.message, present: this.#present };
  }
}

interface Options {
  albums: Pick<AlbumRepository, 'find'>;
  changes: PhotoChangesRepository;
  queries: Pick<CurationQueries, 'albumsAlsoWith'>;
  rotation: Pick<PhotoRotation, 'rotate'>;
  store: Pick<PhotoStore, 'open'>;
  photoIn: (address: PhotoAddress) => Promise<ListedPhoto | undefined>;
  forgetWhatWasRead: () => void;
  removal: Pick<TrashRemoval, 'run'>;
}

interface Edit {
  changes: PhotoChanges;
  /** The version that the change was made from; undefined overwrites any. */
  expected: number | undefined;
  /** The id of the person who makes the change. The pictures of different people are decoded in turns. */
  owner: string;
}

interface Original extends StoredFile {
  filename: string;
}

const PHOTO_UNKNOWN = 'There is no such photo in this album';
const CHANGED_MEANWHILE = 'Somebody else changed this photo meanwhile';

/** Whether the photo already is as asked. A rotation never is, since it is relative to the present one. */
function isAsAsked(photo: EditedPhoto, { caption, hidden, takenAt, focus, rotate }: PhotoChanges): boolean {
  const isSame = (caption ?? photo.caption) === photo.caption && (hidden ?? photo.hidden) === photo.hidden;
  const time = takenAt ? Date.parse(takenAt) : takenAt;
  const chosen = focus ? storedFocus(focus, photo.rotation) : focus;
  if (time !== undefined && time !== photo.takenAt) return false;
  return isSame && (chosen === undefined || chosen === photo.focusChosen) && rotate === undefined;
}

/** The actions on one photo: caption, hide, rotate, choose the focus, view the original, download. */
export class PhotoEditor {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async edit(address: PhotoAddress, { changes, expected, owner }: Edit): Promise<Photo> {
    const { album, photo } = await this.#find(address);
    if (expected !== undefined && expected !== photo.version) {
      // A client that lost the response to a change repeats it, with the version from before.
      if (isAsAsked(photo, changes)) return this.#listed(album, photo.filename);
      throw await this.#conflict(album, address);
    }
    const written = await this.#write(photo, changes, owner);
    if (!written) throw await this.#conflict(album, address);
    this.#options.forgetWhatWasRead();
    // Removes the files before the rotation; this may have to wait for hundreds of thousands from an emptied trash.
    if (written.filename !== photo.filename) void this.#options.removal.run();
    return photoOf(written, album.slug);
  }

  /** The other albums that are named are those of `visible`. */
  async details(address: PhotoAddress, visible: VisibleAlbums): Promise<PhotoDetails> {
    const { album, photo } = await this.#find(address);
    return {
      photo: await this.#listed(album, photo.filename),
      originalFilename: photo.originalFilename,
      bytes: photo.bytes,
      uploadedAt: isoTime(photo.createdAt),
      ...(photo.camera === null ? {} : { camera: photo.camera }),
      alsoIn: await this.#options.queries.albumsAlsoWith(photo, visible),
    };
  }

  async original(address: PhotoAddress): Promise<Original> {
    const { photo } = await this.#find(address);
    const file = await this.#options.store.open(photo.files, 'original');
    if (!file) throw new UserError(404, 'The original of this photo is missing on the server');
    return { ...file, filename: photo.originalFilename };
  }

  /** Returns the photo after the change; undefined when it was changed meanwhile. */
  async #write(photo: EditedPhoto, changes: PhotoChanges, owner: string): Promise<ListedPhoto | undefined> {
    const { rotate, ...written } = changes;
    if (rotate === undefined) return this.#options.changes.write(photo, written);
    try {
      return await this.#options.rotation.rotate(photo, { ...written, degrees: rotate, owner });
    } catch (error) {
      // The files of a photo that somebody else rotated or deleted meanwhile are not lost: they were removed.
      const present = await this.#options.changes.find(photo);
      if (present?.version === photo.version) throw error;
      return undefined;
    }
  }

  async #find(address: PhotoAddress): Promise<{ album: StoredAlbum; photo: EditedPhoto }> {
    const album = await this.#options.albums.find(address.albumId);
    if (!album) throw new UserError(404, ALBUM_UNKNOWN);
    const photo = await this.#options.changes.find(address);
    if (!photo) throw new UserError(404, PHOTO_UNKNOWN);
    return { album, photo };
  }

  async #conflict(album: StoredAlbum, address: PhotoAddress): Promise<UserError> {
    return new ConflictError(CHANGED_MEANWHILE, await this.#listed(album, address.filename));
  }

  async #listed({ id, slug }: StoredAlbum, filename: string): Promise<Photo> {
    const row = await this.#options.photoIn({ albumId: id, filename });
    if (!row) throw new UserError(404, PHOTO_UNKNOWN);
    return photoOf(row, slug);
  }
}
