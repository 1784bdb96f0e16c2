import { reasonOf } from '../../errors.ts';
import type { DecodePool } from '../decode/decodePool.ts';
import type { PhotoRepository, StoredPhoto } from '../store/photoRepository.ts';
import type { PhotoPart, PhotoStore } from '../store/photoStore.ts';
import { nameOf, type Remedies } from './verify.ts';

interface RepairOptions {
  photos: Pick<PhotoRepository, 'setVariants'>;
  store: Pick<PhotoStore, 'copy' | 'partsOf' | 'quarantine' | 'stage'>;
  decoder: Pick<DecodePool, 'decode'>;
  maxPixels: number;
}

interface LostPhoto {
  photo: StoredPhoto;
  /** Which files are missing or altered, and why they could not be made again. */
  why: string;
}

/** Makes variants again from their original, and moves files that belong to no photo out of the library. */
export class Repair implements Remedies {
  readonly #options: RepairOptions;
  /** Photos whose variants were made again. */
  readonly mended: string[] = [];
  /** Paths within the library. */
  readonly quarantined: string[] = [];
  /** Photos whose original is gone, or no longer the one that was stored: only a backup or whoever has it can help. */
  readonly lost: LostPhoto[] = [];

  constructor(options: RepairOptions) {
    this.#options = options;
  }

  async damaged(photo: StoredPhoto, parts: readonly PhotoPart[]): Promise<void> {
    const original = parts.includes('original') ? undefined : (await this.#options.store.partsOf(photo)).parts.original;
    if (original === undefined) {
      this.lost.push({ photo, why: parts.join(', ') });
      return;
    }
    try {
      await this.#makeVariants(photo, original);
      this.mended.push(nameOf(photo));
    } catch (error) {
      this.lost.push({ photo, why: `${parts.join(', ')}: ${reasonOf(error)}` });
    }
  }

  async orphaned(path: string): Promise<void> {
    await this.#options.store.quarantine(path);
    this.quarantined.push(path);
  }

  async #makeVariants(photo: StoredPhoto, original: string): Promise<void> {
    const { photos, store, decoder, maxPixels } = this.#options;
    const staged = await store.stage();
    try {
      await store.copy(original, staged.files.original);
      const request = { files: staged.files, contentHash: photo.contentHash, maxPixels, rotation: photo.rotation };
      const decoded = await decoder.decode(request, { signal: new AbortController().signal, owner: 'repair' });
      await staged.mend(photo);
      await photos.setVariants(photo, decoded);
    } finally {
      await staged.discard();
    }
  }
}
