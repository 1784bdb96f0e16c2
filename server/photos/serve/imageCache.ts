import { LRUCache } from 'lru-cache';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Photo } from '#contract/photos/schemas.ts';
import { LARGE_IMAGE, imagePath, type PhotoVariant } from '#contract/paths.ts';
import type { LibraryVersion } from '#server/core/db/backend.ts';
import { CACHES } from '#server/core/limits.ts';
import { cacheBytes } from '#server/core/settings/machine.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import { otherWriters } from '../store/otherWriters.ts';
import { LargeImages } from '../webp/largeImages.ts';
import type { WebpCopies } from '../webp/webpCopies.ts';
import { type Accepted, ImageFinder, type ImageSources } from './imageFinder.ts';

const NOT_MODIFIED = 304;

/** An image and the headers of its response; `head` lists name, value, name, value and so on, as Node's writeHead takes them. */
interface ReadyImage {
  bytes: Buffer;
  etag: string;
  head: string[];
}

type CachedImages = Record<PhotoVariant, LRUCache<string, ReadyImage>>;

/**
 * Stores the most requested images in memory, by the URL of the request, and sends them before Fastify handles the
 * request: a screen full of thumbnails loads at once, routing would take longer than the response, and all walls
 * request a new photo at the same time. Thumbnails have a cache of their own, so that no large image evicts dozens.
 */
export class ImageCache {
  readonly #cached: CachedImages;
  readonly #othersWrote: () => boolean;
  readonly #refreshVersion: LibraryVersion['refresh'];
  #changes = 0;

  constructor(libraryVersion: LibraryVersion, maxBytes: Record<PhotoVariant, number> = imageBytes()) {
    this.#refreshVersion = libraryVersion.refresh;
    this.#cached = { thumbnail: cacheOf(maxBytes.thumbnail), medium: cacheOf(maxBytes.medium) };
    this.#othersWrote = otherWriters(libraryVersion);
  }

  /** Counts the changes of photos. A file read before a change must not be cached after it. */
  get changes(): number {
    return this.#changes;
  }

  bytesOf(variant: PhotoVariant): number {
    return this.#cached[variant].calculatedSize;
  }

  sizeOf(variant: PhotoVariant): number {
    return this.#cached[variant].size;
  }

  /** Sends the image of this request; returns false when it is not in the cache. */
  sendCached(request: IncomingMessage, response: ServerResponse): boolean {
    const image = request.method === 'GET' && !this.#refreshVersion ? this.#cachedFor(request) : undefined;
    if (image) send(image, request, response);
    return image !== undefined;
  }

  /** The image of a request that `sendCached` could not serve at once, because there may be other servers. */
  async find(request: IncomingMessage): Promise<ReadyImage | undefined> {
    if (!this.#refreshVersion) return undefined;
    await this.#refreshVersion();
    return this.#cachedFor(request);
  }

  keep(photo: Pick<Photo, 'albumSlug' | 'filename'>, variant: PhotoVariant, { image, changes, accepted }: Read): void {
    if (changes === this.#changes) this.#cached[variant].set(cacheKey(imagePath(photo, variant), accepted), image);
  }

  /** Call after each change of albums and photos, but not when photos are added. */
  forget(): void {
    this.#cached.thumbnail.clear();
    this.#cached.medium.clear();
    this.#changes += 1;
  }

  #cachedFor(request: IncomingMessage): ReadyImage | undefined {
    if (this.#othersWrote()) this.forget();
    const place = cacheKey(request.url ?? '', acceptedBy(request));
    return this.#cached.thumbnail.get(place) ?? this.#cached.medium.get(place);
  }
}

interface Read {
  image: ReadyImage;
  /** The number of changes before the image was read. */
  changes: number;
  /** The formats that the clients of this file accept. */
  accepted: Accepted;
}

/** Browsers name the format in the Accept header where they can show it; a wildcard does not count. */
export function acceptedBy({ headers: { accept = '' } }: IncomingMessage): Accepted {
  if (accept.includes(LARGE_IMAGE.accept)) return 'large';
  return accept.includes('image/webp') ? 'webp' : 'jpeg';
}

function cacheKey(path: string, accepted: Accepted): string {
  return accepted === 'jpeg' ? path : `${accepted} ${path}`;
}

/** Whether the client has the response with this ETag in its own cache. */
function isKnown(etag: string, { headers }: IncomingMessage): boolean {
  return headers['if-none-match']?.includes(etag) ?? false;
}

/** Sends an image, whether it was in the cache or not. */
export function send({ bytes, etag, head }: ReadyImage, request: IncomingMessage, response: ServerResponse): void {
  if (isKnown(etag, request)) response.writeHead(NOT_MODIFIED, head).end();
  else response.writeHead(200, [...head, 'Content-Length', String(bytes.length)]).end(bytes);
}

function imageBytes(): Record<PhotoVariant, number> {
  const { imageBytes: most, partsOfMemory } = CACHES;
  return {
    thumbnail: cacheBytes(most.thumbnail, partsOfMemory),
    medium: cacheBytes(most.medium, 2 * partsOfMemory),
  };
}

function cacheOf(maxSize: number): LRUCache<string, ReadyImage> {
  return new LRUCache({ maxSize, sizeCalculation: sizeOf });
}

/** The strings take memory too, at most two bytes for each character. */
function sizeOf({ bytes, head }: ReadyImage, url: string): number {
  return bytes.length + 2 * (url.length + head.join('').length);
}

type LargeParts = Omit<ConstructorParameters<typeof LargeImages>[0], 'copies' | 'maxPixels'>;

interface Parts extends LargeParts, Omit<ImageSources, 'store' | 'largeImages' | 'webpCopies'> {
  store: LargeParts['store'] & ImageSources['store'];
  webpCopies: WebpCopies | undefined;
}

/** The parts that the image routes work with. */
export function openImages({ maxImagePixels: maxPixels }: Pick<Settings, 'maxImagePixels'>, parts: Parts) {
  const { webpCopies: copies, libraryVersion } = parts;
  const largeImages = copies && new LargeImages({ ...parts, copies, maxPixels });
  return { finder: new ImageFinder({ ...parts, largeImages }), images: new ImageCache(libraryVersion), largeImages };
}
