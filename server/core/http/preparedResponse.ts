import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip' | 'identity';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/**
 * Measured on album lists: quality 3 makes them as small as quality 5, in less than half of the time; long ones are no
 * larger with quality 1, in half of that. With gzip, the long ones get 5 % larger in half of the time.
 */
const QUALITY = { br: { short: 3, long: 1 }, gzip: { short: 6, long: 1 } };
const LONG_BYTES = 250_000;
const LEAST_CHUNK_BYTES = 1_024;
/** Lists shrink to a fifth or less. */
const USUAL_SHARE = 0.2;
const WORTH_COMPRESSING_BYTES = 1_000;
/** A body with its compressed forms takes up this many times the memory of the body alone. */
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
    const length = plain.length < LONG_BYTES ? 'short' : 'long';
    // Mostly in one piece: each further chunk would wait for its turn in the event loop.
    const chunkSize = Math.max(LEAST_CHUNK_BYTES, Math.ceil(plain.length * USUAL_SHARE));
    if (encoding === 'gzip') return compressGzip(plain, { level: QUALITY.gzip[length], chunkSize });
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY.br[length],
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    };
    return compressBrotli(plain, { params, chunkSize });
  }
}

export function prepareResponse(json: string | Buffer): PreparedResponse {
  return new PreparedResponse(typeof json === 'string' ? Buffer.from(json) : json);
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
  // A visitor's share ends, and a person's list of albums shrinks: nothing may then be left on the device.
  const { principal } = request;
  const mayEnd = principal?.kind === 'key' ? principal.use === 'share' : principal && principal.albumIds !== null;
  void reply.header('Cache-Control', mayEnd ? 'no-store' : 'private, no-cache');
  void reply.header('ETag', response.etag(encoding));
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

/**
 * The JSON of a list that comes in pages. Each page is written before the next one comes, since a hundred thousand photos
 * would otherwise be in memory as rows, as objects and as text at once.
 */
export async function jsonList(pages: AsyncIterable<readonly unknown[]>): Promise<Buffer> {
  const pieces: string[] = [];
  for await (const page of pages) if (page.length > 0) pieces.push(JSON.stringify(page).slice(1, -1));
  return Buffer.from(`[${pieces.join(',')}]`);
}
