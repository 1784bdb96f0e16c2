import { LRUCache } from 'lru-cache';
import { isPhotoFilename } from '../store/photoNames.ts';
import type { PhotoServices } from '../photoServices.ts';
import type { PhotoAddress, StoredFile } from '../store/photoStore.ts';

const KNOWN_SLUGS = 20_000;

/** Finds images by their public names. */
export class ImageFinder {
  readonly #room: PhotoServices;
  /** An album keeps its slug for ever, so what was found once holds. */
  readonly #albumIds = new LRUCache<string, string>({ max: KNOWN_SLUGS });

  constructor(room: PhotoServices) {
    this.#room = room;
  }

  async thumbnail(albumSlug: string, filename: string): Promise<Buffer | undefined> {
    const address = await this.#addressOf(albumSlug, filename);
    return address ? this.#room.store.read(address, 'thumbnail') : undefined;
  }

  async medium(albumSlug: string, filename: string): Promise<StoredFile | undefined> {
    const address = await this.#addressOf(albumSlug, filename);
    return address ? this.#room.store.open(address, 'medium') : undefined;
  }

  async #addressOf(albumSlug: string, filename: string): Promise<PhotoAddress | undefined> {
    // Only names that are ours reach the store: no dots, no separators, no drives.
    if (!isPhotoFilename(filename)) return undefined;
    const albumId = this.#albumIds.get(albumSlug) ?? (await this.#room.albums.idOfSlug(albumSlug));
    if (albumId === undefined) return undefined;
    this.#albumIds.set(albumSlug, albumId);
    return { albumId, filename };
  }
}
