import { LRUCache } from 'lru-cache';
import type { Photo } from '#contract/photos/schemas.ts';
import type { PhotoVariant } from '#contract/paths.ts';
import type { LibraryVersion } from '#server/core/db/backend.ts';
import { isPhotoFilename } from '#server/core/db/dataFolder.ts';
import { CACHES } from '#server/core/limits.ts';
import { otherWriters } from '../store/otherWriters.ts';
import type { PhotoRepository } from '../store/photoRepository.ts';
import type { PhotoAddress, PhotoStore } from '../store/photoStore.ts';
import type { LargeImages } from '../webp/largeImages.ts';
import type { WebpCopies } from '../webp/webpCopies.ts';

export interface ImageSources {
  photos: Pick<PhotoRepository, 'filesOf'>;
  /** The files of a photo by the name that a visitor has for it, while they may see it. */
  visitorPhoto(filename: string): Promise<PhotoAddress | undefined>;
  store: Pick<PhotoStore, 'read'>;
  /** Undefined where no images in WebP are made. */
  webpCopies: Pick<WebpCopies, 'read'> | undefined;
  largeImages: Pick<LargeImages, 'read'> | undefined;
  libraryVersion: LibraryVersion;
}

type PublicName = Pick<Photo, 'albumSlug' | 'filename'>;

interface Wanted {
  variant: PhotoVariant;
  accepted: Accepted;
}

/** The images that a client accepts: JPEG; WebP as well; or both, and an image for screens of very many pixels. */
export type Accepted = 'jpeg' | 'webp' | 'large';

interface FoundFiles {
  address: PhotoAddress;
  /** True for a visitor's address, which ends with their share: neither server nor client may cache it. */
  isForVisitor: boolean;
}

interface FoundImage extends Pick<FoundFiles, 'isForVisitor'> {
  bytes: Buffer;
  format: Accepted;
}

/** Finds images by the album's slug and the photo's public name, or by a visitor's name. */
export class ImageFinder {
  readonly #sources: ImageSources;
  /**
   * The addresses of files by slug and name, until anything is changed. Limited by size, because `max` would allocate
   * memory for all entries at once.
   */
  readonly #known = new LRUCache<string, PhotoAddress>({ maxSize: CACHES.imageAddresses, sizeCalculation: () => 1 });

  readonly #othersWrote: () => boolean;
  #changes = 0;

  constructor(sources: ImageSources) {
    this.#sources = sources;
    this.#othersWrote = otherWriters(sources.libraryVersion);
  }

  /** The files of the photo that somebody requests by its own name or by a visitor's. */
  async filesOf(photo: PublicName): Promise<FoundFiles | undefined> {
    // A name that this server cannot have made, such as one with dots or separators, never reaches the store.
    if (!isPhotoFilename(photo.filename)) return undefined;
    const visited = await this.#sources.visitorPhoto(photo.filename);
    const address = visited ?? (await this.#addressOf(photo));
    return address && { address, isForVisitor: visited !== undefined };
  }

  /** Returns the best accepted image that exists. */
  async find(photo: PublicName, { variant, accepted }: Wanted): Promise<FoundImage | undefined> {
    const { store, webpCopies, largeImages } = this.#sources;
    const found = await this.filesOf(photo);
    if (!found) return undefined;
    const { address, isForVisitor } = found;
    const large = accepted === 'large' && variant === 'medium' ? await largeImages?.read(address) : undefined;
    if (large) return { bytes: large, format: 'large', isForVisitor };
    const copy = accepted === 'jpeg' ? undefined : await webpCopies?.read(address, variant);
    if (copy) return { bytes: copy, format: 'webp', isForVisitor };
    const bytes = await store.read(address, variant);
    return bytes && { bytes, format: 'jpeg', isForVisitor };
  }

  /** Call after each change of albums and photos, but not when photos are added. */
  forget(): void {
    this.#known.clear();
    this.#changes += 1;
  }

  async #addressOf({ albumSlug, filename }: PublicName): Promise<PhotoAddress | undefined> {
    await this.#sources.libraryVersion.refresh?.();
    if (this.#othersWrote()) this.forget();
    const key = `${albumSlug}/${filename}`;
    const known = this.#known.get(key);
    if (known) return known;
    const changes = this.#changes;
    const found = await this.#sources.photos.filesOf(albumSlug, filename);
    // A row read before a change may be outdated.
    if (found && changes === this.#changes) this.#known.set(key, found);
    return found;
  }
}
