import type { Photo } from '#contract/photos/schemas.ts';
import type { PhotoAbout } from '#domain/takeout/photoAbout.ts';
import { UserError } from '#server/core/errors.ts';
import type { Slots } from '#server/core/slots.ts';
import { ALBUM_UNKNOWN, type AlbumLists } from '../albums/albumLists.ts';
import { type ListedPhoto, photoOf } from '../albums/photoQueries.ts';
import type { DecodePool } from '../decode/decodePool.ts';
import { syncFile } from '#server/core/files/durableFiles.ts';
import { KeyedLock } from '#server/core/locks.ts';
import { photoFilename } from '../store/photoNames.ts';
import { damagedParts } from '../store/damagedParts.ts';
import type { DecodedPhoto, PhotoRepository, StoredPhoto } from '../store/photoRepository.ts';
import type { PhotoAddress, PhotoStore, StagedPhoto } from '../store/photoStore.ts';
import { placeFiles } from '../store/placeFiles.ts';
import type { RemovedFiles } from '../store/removedFiles.ts';
import type { GuestOf } from '#server/photos/store/guestQueries.ts';
import type { ReceivedFile } from './receiveFile.ts';

interface VisitorNames {
  /** The photo as the share's visitors may know it. */
  named(photo: ListedPhoto, shareId: string): ListedPhoto;
}

interface ImporterOptions {
  photos: Pick<
    PhotoRepository,
    'add' | 'ofContent' | 'has' | 'setVariants' | 'isWaiting' | 'requirePlace' | 'takePlace' | 'complete'
  >;
  store: Pick<PhotoStore, 'open'>;
  decoder: Pick<DecodePool, 'decode'>;
  lists: Pick<AlbumLists, 'forget'>;
  /** Hear of each new photo. */
  photosAdded: Slots['photosAdded'];
  /** A photo as lists have it. */
  photoIn: (address: PhotoAddress) => Promise<ListedPhoto | undefined>;
  visitorNames: VisitorNames;
  removedFiles: Pick<RemovedFiles, 'guard'>;
  nameSecret: string;
  maxPixels: number;
  now: () => number;
}

export interface IncomingPhoto extends ReceivedFile {
  album: { id: string; slug: string };
  staged: StagedPhoto;
  originalFilename: string;
  /** The person who uploads: the pictures of different people are decoded in turns. */
  uploader: string;
  uploadOrder: number;
  /** Present when a visitor sends it. */
  guest?: GuestOf | undefined;
  /** The facts that were written beside the picture. */
  about?: PhotoAbout | undefined;
  /** Aborted when the client has gone: photos whose decoding has not begun are then not imported. */
  signal: AbortSignal;
}

export interface ImportedPhoto {
  /**
   * The photo as its sender may know it. Visitors get the name that their share gives to it, or the name that they sent
   * if they see no photos.
   */
  photo: Photo;
  /** The album had a photo with these bytes already, and all files of that photo. */
  duplicate: boolean;
}

/** Upload orders are times, so that they go on after a restart; files of one millisecond get different orders. */
const ORDERS_PER_MS = 1_000;

/** Turns a received file into a photo: decodes it, makes the files durable and then commits the photo's row. */
export class PhotoImporter {
  readonly #options: ImporterOptions;
  readonly #contentLock = new KeyedLock();
  /** For each request, the known photos whose files were checked: a request may contain the same picture many times. */
  readonly #soundIn = new WeakMap<AbortSignal, Set<number>>();
  #lastUploadOrder = 0;

  constructor(options: ImporterOptions) {
    this.#options = options;
  }

  /** Call when a file arrives: photos without a time are shown in this order. */
  nextUploadOrder(): number {
    this.#lastUploadOrder = Math.max(this.#lastUploadOrder + 1, this.#options.now() * ORDERS_PER_MS);
    return this.#lastUploadOrder;
  }

  /** Imports that arrive at the same time with the same bytes, in one request or several, become one photo. */
  async import(incoming: IncomingPhoto): Promise<ImportedPhoto> {
    const { album, contentHash } = incoming;
    return this.#contentLock.run(`${album.id} ${contentHash}`, async () => {
      for (;;) {
        const known = await this.#options.photos.ofContent(album.id, contentHash);
        if (await this.#isSecret(incoming, known)) return this.#importAsIfNew(incoming);
        const mended = known && (await this.#mend(known, incoming));
        if (known && mended !== 'changed') {
          if (incoming.about && (await this.#options.photos.complete(known, incoming.about)))
            this.#options.lists.forget();
          return { photo: await this.#listed(incoming, known.name), duplicate: mended === 'sound' };
        }
        if (known) continue;
        if (await this.#isWaiting(incoming)) {
          return { photo: asSent(incoming), duplicate: true };
        }
        return this.#store(incoming, await this.#decode(incoming));
      }
    });
  }

  /**
   * Whether a guest has already sent these bytes, and nobody has approved them yet. Throws when no more photos are
   * accepted.
   */
  async #isWaiting({ guest, album, contentHash }: IncomingPhoto): Promise<boolean> {
    if (!guest) return false;
    if (guest.waits && (await this.#options.photos.isWaiting(album.id, contentHash))) return true;
    await this.#options.photos.requirePlace(guest);
    return false;
  }

  /** Whether the album has these bytes, and the visitor who sends them may not learn that from the response. */
  async #isSecret({ guest, album, contentHash }: IncomingPhoto, known: StoredPhoto | undefined): Promise<boolean> {
    const { photos, photoIn } = this.#options;
    if (!guest) return false;
    if (!guest.seesAlbum) return known !== undefined || (guest.waits && photos.isWaiting(album.id, contentHash));
    return known !== undefined && (await photoIn({ albumId: album.id, filename: known.name }))?.hidden === 1;
  }

  /** Does the same work as for a new photo and counts it too, and then stores nothing. */
  async #importAsIfNew(incoming: IncomingPhoto): Promise<ImportedPhoto> {
    const { guest } = incoming;
    if (guest) await this.#options.photos.requirePlace(guest);
    await this.#decode(incoming);
    if (guest) await this.#options.photos.takePlace(guest);
    return { photo: asSent(incoming), duplicate: false };
  }

  /** Makes lost or damaged files of a known photo again from the received one. */
  async #mend(known: StoredPhoto, incoming: IncomingPhoto): Promise<'sound' | 'mended' | 'changed'> {
    const { store } = this.#options;
    const sound = this.#soundIn.get(incoming.signal) ?? new Set();
    if (sound.has(known.id)) return 'sound';
    const damaged = await damagedParts(known, store);
    if (damaged.length > 0 && !(await this.#replace(known, incoming))) return 'changed';
    this.#soundIn.set(incoming.signal, sound.add(known.id));
    return damaged.length > 0 ? 'mended' : 'sound';
  }

  /**
   * Returns false when the photo is gone or has other files by now: those that seemed lost were then removed on
   * purpose, and would stay for ever if they were made again.
   */
  async #replace(known: StoredPhoto, incoming: IncomingPhoto): Promise<boolean> {
    const { photos, removedFiles } = this.#options;
    const decoded = await this.#decode(incoming, known.rotation);
    return removedFiles.guard(known, async () => {
      const present = await photos.ofContent(incoming.album.id, incoming.contentHash);
      const isSame = present?.albumId === known.albumId && present.filename === known.filename;
      if (!isSame) return false;
      await incoming.staged.mend(known, incoming.kind);
      await photos.setVariants(known, decoded);
      return true;
    });
  }

  async #decode(
    { staged: { files }, contentHash, signal, uploader }: IncomingPhoto,
    rotation = 0,
  ): Promise<DecodedPhoto> {
    const { decoder, maxPixels } = this.#options;
    // The decoder process writes the variants durably; the original is synced here at the same time.
    const [decoded] = await Promise.all([
      decoder.decode({ files, contentHash, maxPixels, rotation }, { signal, owner: uploader }),
      syncFile(files.original),
    ]);
    signal.throwIfAborted();
    return decoded;
  }

  async #listed(incoming: IncomingPhoto, filename: string): Promise<Photo> {
    const { album, guest } = incoming;
    if (guest && !guest.seesAlbum) return asSent(incoming);
    const row = await this.#options.photoIn({ albumId: album.id, filename });
    // A guest's photo that waits for approval is not in the album.
    if (!row) return guest ? asSent(incoming) : { filename, albumSlug: album.slug };
    return photoOf(guest ? this.#options.visitorNames.named(row, guest.shareId) : row, album.slug);
  }

  async #store(incoming: IncomingPhoto, decoded: DecodedPhoto): Promise<ImportedPhoto> {
    const { nameSecret: secret, removedFiles, photosAdded } = this.#options;
    const { album, contentHash, originalFilename, guest } = incoming;
    const filename = photoFilename({ secret, albumId: album.id, contentHash, originalFilename });
    const address = { albumId: album.id, filename };
    const { name, isNew } = await removedFiles.guard(address, () => this.#add(address, incoming, decoded));
    if (isNew)
      for (const hear of photosAdded) hear({ albumId: album.id, filename: name, waits: guest?.waits === true });
    return { photo: await this.#listed(incoming, name), duplicate: !isNew && guest?.seesAlbum !== false };
  }

  /** Resolves to the name of the photo, and whether it is a new one. */
  async #add(
    address: PhotoAddress,
    incoming: IncomingPhoto,
    decoded: DecodedPhoto,
  ): Promise<{ name: string; isNew: boolean }> {
    const { photos } = this.#options;
    const { contentHash, originalFilename, bytes, uploadOrder, guest, about } = incoming;
    const placed = await placeFiles(address, { photos, staged: incoming.staged, kind: incoming.kind, decoded });
    try {
      const added = await photos.add({
        ...address,
        ...decoded,
        contentHash,
        originalFilename,
        bytes,
        uploadOrder,
        guest,
        about,
      });
      if (added === 'album-gone') throw new UserError(404, ALBUM_UNKNOWN);
      // Another process may just have stored the same bytes under another name.
      const { name, files, isNew } = added;
      const isHere = files.albumId === address.albumId && files.filename === address.filename;
      await (isHere ? placed?.confirm() : placed?.withdraw());
      return { name, isNew };
    } catch (error) {
      // A commit that reports an error may have succeeded all the same: the photo is then not removed.
      if (!(await photos.has(address))) await placed?.withdraw();
      throw error;
    }
  }
}

function asSent({ originalFilename, album }: IncomingPhoto): Photo {
  return { filename: originalFilename, albumSlug: album.slug };
}
