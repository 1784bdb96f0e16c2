import { LRUCache } from 'lru-cache';
import type { IncomingMessage, ServerResponse } from 'node:http';

const MOST_BYTES = 96 * 1024 * 1024;
export const NOT_MODIFIED = 304;

/** A thumbnail with all that the head of its answer says: name, value, name, value, as Node writes it. */
export interface ReadyThumbnail {
  bytes: Buffer;
  etag: string;
  head: string[];
}

/**
 * Thumbnails that are asked for often stay in memory under the very URL they were asked with, and are answered before
 * anything else looks at the request: a screen full of them comes at once, and routing would cost more than the answer.
 */
export class ThumbnailCache {
  readonly #kept = new LRUCache<string, ReadyThumbnail>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
  });

  /** False when there is nothing here for this request. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const thumbnail = request.method === 'GET' ? this.#kept.get(request.url ?? '') : undefined;
    if (thumbnail) send(thumbnail, request, response);
    return thumbnail !== undefined;
  }

  /** The first answer, after which it is kept for the next. */
  answerAndKeep(thumbnail: ReadyThumbnail, request: IncomingMessage, response: ServerResponse): void {
    if (request.method === 'GET') this.#kept.set(request.url ?? '', thumbnail);
    send(thumbnail, request, response);
  }
}

/** Whether the client has it already. */
export function isKnown(etag: string, { headers }: IncomingMessage): boolean {
  return headers['if-none-match']?.includes(etag) ?? false;
}

function send({ bytes, etag, head }: ReadyThumbnail, request: IncomingMessage, response: ServerResponse): void {
  if (isKnown(etag, request)) response.writeHead(NOT_MODIFIED, head).end();
  else response.writeHead(200, [...head, 'Content-Length', String(bytes.length)]).end(bytes);
}
