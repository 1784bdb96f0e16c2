import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip' | 'identity';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/**
 * Measured on album lists: quality 3 makes them as small as quality 5, in less than half of the time; long ones are no
 * larger with quality 1, in half of that.
 */
const QUALITY = { short: 3, long: 1 };
const LONG_BYTES = 250_000;
const WORTH_COMPRESSING_BYTES = 1_000;
/** Roughly by how much a body and its compressed forms together are larger than the body alone. */
const SIZE_WITH_ENCODINGS = 2;

/** A JSON response ready to be sent in any encoding; each encoding is made when it is first requested. */
export class PreparedResponse {
  readonly bytes: number;
  readonly #tag: string;
  readonly #bodies = new Map<Encoding, Buffer | Promise<Buffer>>();

  constructor(plain: Buffer) {
    this.#bodies.set('identity', plain);
    this.bytes = plain.length * SIZE_WITH_ENCODINGS;
    this.#tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  }

  body(encoding: Encoding): Buffer | Promise<Buffer> {
    const known = this.#bodies.get(encoding);
    if (known) return known;
    const made = this.#compress(encoding).then((body) => {
      this.#bodies.set(encoding, body);
      return body;
    });
    this.#bodies.set(encoding, made);
    return made;
  }

  etag(encoding: Encoding): string {
    return encoding === 'identity' ? `"${this.#tag}"` : `"${this.#tag}-${encoding}"`;
  }

  /** Whether the client's cache has this response already, in any encoding. */
  isKnownBy(request: FastifyRequest): boolean {
    return request.headers['if-none-match']?.includes(this.#tag) ?? false;
  }

  async #compress(encoding: Encoding): Promise<Buffer> {
    const plain = await this.body('identity');
    return encoding === 'br' ? compressBrotli(plain, brotliFor(plain)) : compressGzip(plain);
  }
}

function brotliFor({ length }: Buffer) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: length < LONG_BYTES ? QUALITY.short : QUALITY.long,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  };
}

export function prepareResponse(json: string): PreparedResponse {
  return new PreparedResponse(Buffer.from(json));
}

/**
 * Lets the client store the response and ask each time whether it is still current, which mostly gets a 304 without a
 * body.
 */
export async function sendPrepared(
  response: PreparedResponse,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const plain = await response.body('identity');
  const encoding =
    plain.length < WORTH_COMPRESSING_BYTES ? 'identity' : chosenEncoding(request.headers['accept-encoding']);
  const vary = reply.getHeader('Vary');
  void reply.header('Cache-Control', 'private, no-cache').header('ETag', response.etag(encoding));
  void reply.header('Vary', typeof vary === 'string' ? `${vary}, Accept-Encoding` : 'Accept-Encoding');
  if (response.isKnownBy(request)) return reply.status(304).send();
  void reply.type('application/json; charset=utf-8');
  if (encoding !== 'identity') void reply.header('Content-Encoding', encoding);
  return reply.send(await response.body(encoding));
}

function chosenEncoding(accepted: string | undefined): Encoding {
  const wanted = (accepted ?? '').toLowerCase().split(',');
  const allows = (name: string) =>
    wanted.some((entry) => entry.trim().split(';')[0] === name && !/;\s*q=0(?:\.0*)?\s*$/.test(entry));
  if (allows('br')) return 'br';
  return allows('gzip') ? 'gzip' : 'identity';
}
