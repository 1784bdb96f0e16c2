import { LRUCache } from 'lru-cache';
import { CACHES } from '../../limits.ts';
import type { AlbumRepository } from '../albums/albumRepository.ts';
import { isPhotoFilename } from '../store/photoNames.ts';
import type { PhotoAddress, PhotoStore, StoredFile } from '../store/photoStore.ts';

export interface ImageSources {
  albums: Pick<AlbumRepository, 'idOfSlug'>;
  store: Pick<PhotoStore, 'read' | 'open'>;
}

/** Finds images by the album's slug and the photo's public name. */
export class ImageFinder {
  readonly #sources: ImageSources;
  /** The ids of albums by slug. They never expire, because the slug of an album never changes. */
  readonly #albumIds = new LRUCache<string, string>({ max: CACHES.albumSlugs });

  constructor(sources: ImageSources) {
    this.#sources = sources;
  }

  async thumbnail(albumSlug: string, filename: string): Promise<Buffer | undefined> {
    const address = await this.#addressOf(albumSlug, filename);
    return address ? this.#sources.store.read(address, 'thumbnail') : undefined;
  }

  async medium(albumSlug: string, filename: string): Promise<StoredFile | undefined> {
    const address = await this.#addressOf(albumSlug, filename);
    return address ? this.#sources.store.open(address, 'medium') : undefined;
  }

  async #addressOf(albumSlug: string, filename: string): Promise<PhotoAddress | undefined> {
    // Only names that the server could have made reach the store: without dots, separators or drives.
    if (!isPhotoFilename(filename)) return undefined;
    const albumId = this.#albumIds.get(albumSlug) ?? (await this.#sources.albums.idOfSlug(albumSlug));
    if (albumId === undefined) return undefined;
    this.#albumIds.set(albumSlug, albumId);
    return { albumId, filename };
  }
}
