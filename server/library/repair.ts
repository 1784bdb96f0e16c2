import { reasonOf } from '#server/core/errors.ts';
import type { DecodePool } from '#server/photos/decode/decodePool.ts';
import type { PhotoRepository, StoredPhoto } from '#server/photos/store/photoRepository.ts';
import { isCompanion } from '#server/photos/store/photoNames.ts';
import type { PhotoAddress, PhotoPart, PhotoStore } from '#server/photos/store/photoStore.ts';
import type { RemovedFiles } from '#server/photos/store/removedFiles.ts';
import { photoPath, type Remedies } from './verify.ts';

interface RepairOptions {
  photos: Pick<PhotoRepository, 'has' | 'setVariants'>;
  store: Pick<PhotoStore, 'copy' | 'isPending' | 'partsOf' | 'quarantine' | 'stage'>;
  decoder: Pick<DecodePool, 'decode'>;
  removedFiles: Pick<RemovedFiles, 'guard'>;
  maxPixels: number;
}

interface LostPhoto {
  photo: StoredPhoto;
  /** The missing or altered files, and the reason why they could not be made again. */
  why: string;
}

/** Makes variants again from their original, and moves files that belong to no photo out of the library. */
export class Repair implements Remedies {
  readonly #options: RepairOptions;
  /** Photos whose variants were made again. */
  readonly mended: string[] = [];
  /** Paths within the library. */
  readonly quarantined: string[] = [];
  /** Photos whose original is gone or altered: only a backup, or a person who has the file, can help. */
  readonly lost: LostPhoto[] = [];

  constructor(options: RepairOptions) {
    this.#options = options;
  }

  async damaged(photo: StoredPhoto, parts: readonly PhotoPart[]): Promise<void> {
    const original = parts.includes('original') ? undefined : (await this.#options.store.partsOf(photo)).parts.original;
    const beside = parts.filter(isCompanion);
    if (original === undefined) return this.#lose(photo, parts.join(', '));
    // Nothing can make them again.
    if (beside.length > 0) await this.#lose(photo, beside.join(', '));
    if (beside.length === parts.length) return undefined;
    try {
      if (await this.#makeVariants(photo, original)) this.mended.push(photoPath(photo));
    } catch (error) {
      await this.#lose(photo, `${parts.join(', ')}: ${reasonOf(error)}`);
    }
  }

  /**
   * A server on the same folder does not use this process's locks on SQLite: between the check and the move it may have
   * placed a photo there. Such a photo is pending until it has its row, and is put back.
   */
  async orphaned(path: string, address?: PhotoAddress): Promise<boolean> {
    const { photos, store, removedFiles } = this.#options;
    const putAside = async (): Promise<boolean> => {
      const putBack = await store.quarantine(path);
      const isTaken = address && ((await store.isPending(address)) || (await photos.has(address)));
      if (isTaken) await putBack?.();
      return putBack !== undefined && !isTaken;
    };
    const isOrphan = await (address ? removedFiles.guard(address, putAside) : putAside());
    if (isOrphan) this.quarantined.push(path);
    return isOrphan;
  }

  /** A photo that was rotated or deleted for good meanwhile is not lost: its files were removed on purpose. */
  async #lose(photo: StoredPhoto, why: string): Promise<void> {
    if (await this.#options.photos.has(photo)) this.lost.push({ photo, why });
  }

  /**
   * Returns false when the photo is gone or has other files by now: if these were made again, they would stay for ever.
   */
  async #makeVariants(photo: StoredPhoto, original: string): Promise<boolean> {
    const { photos, store, decoder, removedFiles, maxPixels } = this.#options;
    const staged = await store.stage();
    try {
      await store.copy(original, staged.files.original);
      const request = { files: staged.files, contentHash: photo.contentHash, maxPixels, rotation: photo.rotation };
      const decoded = await decoder.decode(request, { signal: new AbortController().signal, owner: 'repair' });
      return await removedFiles.guard(photo, async () => {
        if (!(await photos.has(photo))) return false;
        await staged.mend(photo);
        await photos.setVariants(photo, decoded);
        return true;
      });
    } finally {
      await staged.discard();
    }
  }
}
