import { LRUCache } from 'lru-cache';
import type { IncomingMessage, ServerResponse } from 'node:http';

const MAX_BYTES = 96 * 1024 * 1024;
export const NOT_MODIFIED = 304;

/** A thumbnail with the headers of its response: name, value, name, value, the list that Node takes. */
export interface ReadyThumbnail {
  bytes: Buffer;
  etag: string;
  head: string[];
}

/**
 * Keeps the thumbnails that are requested most in memory, by the URL of their request, and sends them before Fastify
 * sees the request: a screen full of thumbnails loads at once, and routing would cost more than the response.
 */
export class ThumbnailCache {
  readonly #kept = new LRUCache<string, ReadyThumbnail>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
  });

  /** Sends the thumbnail of this request; returns false when it is not in the cache. */
  sendKept(request: IncomingMessage, response: ServerResponse): boolean {
    const thumbnail = request.method === 'GET' ? this.#kept.get(request.url ?? '') : undefined;
    if (thumbnail) send(thumbnail, request, response);
    return thumbnail !== undefined;
  }

  /** Sends a thumbnail that was not in the cache, and keeps it for the next request. */
  sendAndKeep(thumbnail: ReadyThumbnail, request: IncomingMessage, response: ServerResponse): void {
    if (request.method === 'GET') this.#kept.set(request.url ?? '', thumbnail);
    send(thumbnail, request, response);
  }
}

/** Whether the client's own cache has it already. */
export function isKnown(etag: string, { headers }: IncomingMessage): boolean {
  return headers['if-none-match']?.includes(etag) ?? false;
}

function send({ bytes, etag, head }: ReadyThumbnail, request: IncomingMessage, response: ServerResponse): void {
  if (isKnown(etag, request)) response.writeHead(NOT_MODIFIED, head).end();
  else response.writeHead(200, [...head, 'Content-Length', String(bytes.length)]).end(bytes);
}
