import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PhotoVariant } from '../../src/contract/paths.ts';
import { UserError } from '../errors.ts';
import type { TypedApp } from '../http/typedApp.ts';
import { ImageFinder } from './imageFinder.ts';
import { digitsOf } from './photoNames.ts';
import type { PhotoRoom } from './photoRoom.ts';

/** A changed photo has another name: whoever has an image may keep it for ever and show it anywhere. */
const HEADERS = {
  'Content-Type': 'image/jpeg',
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Security-Policy': "default-src 'none'",
  'X-Content-Type-Options': 'nosniff',
};
const NO_SUCH_PHOTO = 'There is no such photo';
const NOT_MODIFIED = 304;

/** No schema: a path's parameters are texts, and `ImageFinder` takes only what is a photo's name. */
interface ImageRoute {
  Params: { albumSlug: string; filename: string };
}
type ImageRequest = FastifyRequest<ImageRoute>;

/**
 * A scope of its own beside that of pages and calls, with none of their hooks: a screen full of thumbnails asks for
 * hundreds of images at once.
 */
export async function registerImageRoutes(app: TypedApp, room: PhotoRoom): Promise<void> {
  const finder = new ImageFinder(room, readyToSend);
  await app.register(async (scope: TypedApp) => {
    const options = { config: { access: 'public' as const } };
    scope.get<ImageRoute>('/photos/:albumSlug/thumbnail/:filename', options, (request, reply) => {
      const hot = finder.hotThumbnail(request.params.albumSlug, request.params.filename);
      return hot ? sendHot(request, reply, hot) : sendThumbnail(request, reply);
    });
    scope.get<ImageRoute>('/photos/:albumSlug/medium/:filename', options, sendMedium);
  });

  async function sendThumbnail(request: ImageRequest, reply: FastifyReply): Promise<FastifyReply> {
    const hot = await finder.thumbnail(request.params.albumSlug, request.params.filename);
    if (!hot) throw new UserError(404, NO_SUCH_PHOTO);
    return sendHot(request, reply, hot);
  }

  async function sendMedium(request: ImageRequest, reply: FastifyReply): Promise<FastifyReply> {
    const file = await finder.medium(request.params.albumSlug, request.params.filename);
    if (!file) throw new UserError(404, NO_SUCH_PHOTO);
    const etag = etagOf(request.params.filename, 'medium');
    void reply.headers(HEADERS).header('ETag', etag);
    if (!isKnown(request, etag)) return reply.header('Content-Length', file.bytes).send(file.stream);
    file.stream.destroy();
    return reply.status(NOT_MODIFIED).send();
  }
}

/** A thumbnail with all that its answer's head will say. */
interface HotThumbnail {
  bytes: Buffer;
  etag: string;
  /** Name, value, name, value: what Node writes without looking at it again. */
  head: string[];
  headWithLength: string[];
}

function readyToSend(filename: string, bytes: Buffer): HotThumbnail {
  const etag = etagOf(filename, 'thumbnail');
  const head = [...Object.entries(HEADERS).flat(), 'ETag', etag];
  return { bytes, etag, head, headWithLength: [...head, 'Content-Length', String(bytes.length)] };
}

/** Straight to Node's response, without a promise: nothing of Fastify's is needed any more, and this road is busy. */
function sendHot(request: ImageRequest, reply: FastifyReply, hot: HotThumbnail): FastifyReply {
  void reply.hijack();
  if (isKnown(request, hot.etag)) reply.raw.writeHead(NOT_MODIFIED, hot.head).end();
  else reply.raw.writeHead(200, hot.headWithLength).end(hot.bytes);
  return reply;
}

/** The name's readable part may be in any script, a header may not. */
function etagOf(filename: string, variant: PhotoVariant): string {
  return `"${digitsOf(filename)}-${variant}"`;
}

function isKnown(request: ImageRequest, etag: string): boolean {
  return request.headers['if-none-match']?.includes(etag) ?? false;
}
