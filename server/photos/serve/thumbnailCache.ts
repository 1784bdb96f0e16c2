import { LRUCache } from 'lru-cache';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Photo } from '../../../src/contract/entities.ts';
import { imagePath } from '../../../src/contract/paths.ts';
import type { LibraryVersion } from '../../others/otherServers.ts';
import { CACHES } from '../../limits.ts';
import { otherWriters } from '../store/otherWriters.ts';

export const NOT_MODIFIED = 304;

/**
 * A thumbnail and the headers of its response; `head` lists name, value, name, value and so on, as Node's writeHead
 * takes them.
 */
export interface ReadyThumbnail {
  bytes: Buffer;
  etag: string;
  head: string[];
}

/**
 * Stores the most requested thumbnails in memory, by the URL of the request, and sends them before Fastify handles the
 * request: a screen full of thumbnails loads at once, and routing would take longer than the response.
 */
export class ThumbnailCache {
  readonly #kept: LRUCache<string, ReadyThumbnail>;
  readonly #othersWrote: () => boolean;
  readonly #look: LibraryVersion['look'];
  #changes = 0;

  constructor(libraryVersion: LibraryVersion, maxBytes: number = CACHES.thumbnailBytes) {
    this.#look = libraryVersion.look;
    this.#kept = new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf });
    this.#othersWrote = otherWriters(libraryVersion);
  }

  /** How often photos were changed. What was read before a change must not be kept after it. */
  get changes(): number {
    return this.#changes;
  }

  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  get size(): number {
    return this.#kept.size;
  }

  /** Sends the thumbnail of this request; returns false when it is not in the cache. */
  sendKept(request: IncomingMessage, response: ServerResponse): boolean {
    const thumbnail = request.method === 'GET' && !this.#look ? this.#keptAt(request.url) : undefined;
    if (thumbnail) send(thumbnail, request, response);
    return thumbnail !== undefined;
  }

  /** The thumbnail of a request that `sendKept` could not answer at once, because there may be other servers. */
  async find({ url }: IncomingMessage): Promise<ReadyThumbnail | undefined> {
    if (!this.#look) return undefined;
    await this.#look();
    return this.#keptAt(url);
  }

  /** `changes` is the number of changes before the thumbnail was read. */
  keep(photo: Pick<Photo, 'albumSlug' | 'filename'>, thumbnail: ReadyThumbnail, changes: number): void {
    if (changes === this.#changes) this.#kept.set(imagePath(photo, 'thumbnail'), thumbnail);
  }

  /** To be called after each change of albums and photos, but not when photos are added. */
  forget(): void {
    this.#kept.clear();
    this.#changes += 1;
  }

  #keptAt(url = ''): ReadyThumbnail | undefined {
    if (this.#othersWrote()) this.forget();
    return this.#kept.get(url);
  }
}

/** Whether the client has the response with this ETag in its own cache. */
export function isKnown(etag: string, { headers }: IncomingMessage): boolean {
  return headers['if-none-match']?.includes(etag) ?? false;
}

/** Sends a thumbnail, whether it was in the cache or not. */
export function send({ bytes, etag, head }: ReadyThumbnail, request: IncomingMessage, response: ServerResponse): void {
  if (isKnown(etag, request)) response.writeHead(NOT_MODIFIED, head).end();
  else response.writeHead(200, [...head, 'Content-Length', String(bytes.length)]).end(bytes);
}

/** The strings take memory too, at most two bytes for each character. */
function sizeOf({ bytes, head }: ReadyThumbnail, url: string): number {
  return bytes.length + 2 * (url.length + head.join('').length);
}
