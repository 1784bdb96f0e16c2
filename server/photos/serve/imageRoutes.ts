import type { FastifyReply, FastifyRequest } from 'fastify';
import { IMAGE_PATTERNS, type PhotoVariant } from '../../../src/contract/paths.ts';
import type { PathParams } from '../../../src/contract/pathPatterns.ts';
import { UserError } from '../../errors.ts';
import type { TypedApp } from '../../http/typedApp.ts';
import { type ThumbnailCache, isKnown, NOT_MODIFIED } from './thumbnailCache.ts';
import { ImageFinder } from './imageFinder.ts';
import { digitsOf } from '../store/photoNames.ts';
import type { PhotoServices } from '../photoServices.ts';

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

/** No schema: a path's parameters are texts, and `ImageFinder` takes only what is a photo's name. */
interface ImageRoute {
  Params: PathParams<(typeof IMAGE_PATTERNS)[PhotoVariant]>;
}
type ImageRequest = FastifyRequest<ImageRoute>;

export interface ImageParts {
  room: PhotoServices;
  hot: ThumbnailCache;
}

/** A scope of its own beside that of pages and calls, with none of their hooks. */
export async function registerImageRoutes(app: TypedApp, { room, hot }: ImageParts): Promise<void> {
  const finder = new ImageFinder(room);
  await app.register(async (scope: TypedApp) => {
    const options = { config: { access: 'public' as const } };
    scope.get<ImageRoute>(IMAGE_PATTERNS.thumbnail, options, sendThumbnail);
    scope.get<ImageRoute>(IMAGE_PATTERNS.medium, options, sendMedium);
  });

  async function sendThumbnail(request: ImageRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { albumSlug, filename } = request.params;
    const bytes = await finder.thumbnail(albumSlug, filename);
    if (!bytes) throw new UserError(404, NO_SUCH_PHOTO);
    const etag = etagOf(filename, 'thumbnail');
    const head = [...Object.entries(HEADERS).flat(), 'ETag', etag];
    hot.answerAndKeep({ bytes, etag, head }, request.raw, reply.hijack().raw);
    return reply;
  }

  async function sendMedium(request: ImageRequest, reply: FastifyReply): Promise<FastifyReply> {
    const file = await finder.medium(request.params.albumSlug, request.params.filename);
    if (!file) throw new UserError(404, NO_SUCH_PHOTO);
    const etag = etagOf(request.params.filename, 'medium');
    void reply.headers(HEADERS).header('ETag', etag);
    if (!isKnown(etag, request.raw)) return reply.header('Content-Length', file.bytes).send(file.stream);
    file.stream.destroy();
    return reply.status(NOT_MODIFIED).send();
  }
}

/** The name's readable part may be in any script, a header may not. */
function etagOf(filename: string, variant: PhotoVariant): string {
  return `"${digitsOf(filename)}-${variant}"`;
}
