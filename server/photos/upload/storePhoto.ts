import type { Photo } from '../../../src/contract/entities.ts';
import type { DecodePool } from '../decode/decodePool.ts';
import { syncFile } from '../store/durableFiles.ts';
import { KeyedLock } from './keyedLock.ts';
import { photoFilename } from '../store/photoNames.ts';
import type { AlbumLists } from '../albums/albumLists.ts';
import type { PhotoRepository } from '../store/photoRepository.ts';
import type { StagedPhoto } from '../store/photoStore.ts';
import type { ReceivedFile } from './receiveFile.ts';
import type { Variants } from '../decode/variants.ts';

export interface IntakeRooms {
  photos: PhotoRepository;
  decoder: DecodePool;
  lists: AlbumLists;
  nameSecret: string;
  maxPixels: number;
  now: () => number;
}

export interface IncomingPhoto extends ReceivedFile {
  album: { id: string; slug: string };
  staged: StagedPhoto;
  originalFilename: string;
  uploadOrder: number;
  /** Nobody waits for the answer any more: what is not begun needs not be. */
  signal: AbortSignal;
}

export interface TakenPhoto {
  photo: Photo;
  /** The album held these bytes already. */
  duplicate: boolean;
}

/** The order goes by the clock, so that it goes on after a restart; files of one millisecond are told apart. */
const ORDERS_PER_MS = 1_000;

/** Turns a received file into a photo: decode, make durable, commit its row. Only then does it count as stored. */
export class PhotoIntake {
  readonly #rooms: IntakeRooms;
  #lastUploadOrder = 0;
  readonly #sameContent = new KeyedLock();

  constructor(rooms: IntakeRooms) {
    this.#rooms = rooms;
  }

  /** To be drawn when a file arrives: photos without a time are shown in this order. */
  nextUploadOrder(): number {
    this.#lastUploadOrder = Math.max(this.#lastUploadOrder + 1, this.#rooms.now() * ORDERS_PER_MS);
    return this.#lastUploadOrder;
  }

  /** The same bytes sent at the same time, in this request or another one, become one photo. */
  async take(incoming: IncomingPhoto): Promise<TakenPhoto> {
    const { album, contentHash } = incoming;
    return this.#sameContent.run(`${album.id} ${contentHash}`, async () => {
      const known = await this.#rooms.photos.filenameOfContent(album.id, contentHash);
      if (known !== undefined) return { photo: { filename: known, albumSlug: album.slug }, duplicate: true };
      return this.#store(incoming, await this.#decode(incoming));
    });
  }

  async #decode({ staged, signal }: IncomingPhoto): Promise<Variants> {
    const { original: originalFile, medium: mediumFile, thumbnail: thumbnailFile } = staged.files;
    const job = { originalFile, mediumFile, thumbnailFile, maxPixels: this.#rooms.maxPixels };
    // The decoder makes the variants durable, here the original becomes so meanwhile.
    const [variants] = await Promise.all([this.#rooms.decoder.decode(job, signal), syncFile(originalFile)]);
    signal.throwIfAborted();
    return variants;
  }

  async #store(incoming: IncomingPhoto, variants: Variants): Promise<TakenPhoto> {
    const { photos, lists, nameSecret: secret } = this.#rooms;
    const { album, contentHash, originalFilename, bytes, kind, uploadOrder } = incoming;
    const filename = photoFilename({ secret, albumId: album.id, contentHash, originalFilename });
    const address = { albumId: album.id, filename };
    const kept = await incoming.staged.keep(address, kind);
    const { mediumHash, thumbnailHash, takenAt } = variants;
    const row = { ...address, contentHash, mediumHash, thumbnailHash, originalFilename, bytes, takenAt, uploadOrder };
    try {
      const added = await photos.add(row);
      lists.forget();
      // Another process may have been faster by a moment, with the same bytes under another name.
      const stored = added ? filename : ((await photos.filenameOfContent(album.id, contentHash)) ?? filename);
      await (stored === filename ? kept.confirm() : kept.withdraw());
      return { photo: { filename: stored, albumSlug: album.slug }, duplicate: !added };
    } catch (error) {
      // A commit that reports a failure may have happened all the same; then the photo stays.
      if (!(await photos.has(address))) await kept.withdraw();
      throw error;
    }
  }
}
