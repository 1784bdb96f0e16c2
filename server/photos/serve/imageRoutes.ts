import type { FastifyReply, FastifyRequest } from 'fastify';
import { IMAGE_PATTERNS, type PhotoVariant } from '../../../src/contract/paths.ts';
import type { PathParams } from '../../../src/contract/pathPatterns.ts';
import { UserError } from '../../errors.ts';
import type { TypedApp } from '../../http/typedApp.ts';
import { digitsOf } from '../store/photoNames.ts';
import type { ImageFinder } from './imageFinder.ts';
import { isKnown, NOT_MODIFIED, send, type ThumbnailCache } from './thumbnailCache.ts';

/** Clients may store an image for ever, since a changed photo gets another name; pages of any origin may show it. */
const HEADERS = {
  'Content-Type': 'image/jpeg',
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Security-Policy': "default-src 'none'",
  'X-Content-Type-Options': 'nosniff',
};
const NO_SUCH_PHOTO = 'There is no such photo';

/** Needs no schema: path parameters are strings, and `ImageFinder` checks that the file name is a photo's. */
interface ImageRoute {
  Params: PathParams<(typeof IMAGE_PATTERNS)[PhotoVariant]>;
}
type ImageRequest = FastifyRequest<ImageRoute>;

interface ImageServices {
  finder: ImageFinder;
  thumbnails: ThumbnailCache;
}

/** Registers the images in a scope of their own, without the hooks of pages and calls. */
export async function registerImageRoutes(app: TypedApp, services: ImageServices): Promise<void> {
  const { finder, thumbnails } = services;
  await app.register(async (scope: TypedApp) => {
    const options = { config: { access: 'public' as const } };
    scope.get<ImageRoute>(IMAGE_PATTERNS.thumbnail, options, sendThumbnail);
    scope.get<ImageRoute>(IMAGE_PATTERNS.medium, options, sendMedium);
  });

  async function sendThumbnail(request: ImageRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { albumSlug, filename } = request.params;
    const kept = await thumbnails.find(request.raw);
    if (kept) {
      send(kept, request.raw, reply.hijack().raw);
      return reply;
    }
    const { changes } = thumbnails;
    const bytes = await finder.thumbnail(albumSlug, filename);
    if (!bytes) throw new UserError(404, NO_SUCH_PHOTO);
    const etag = etagOf(filename, 'thumbnail');
    const head = [...Object.entries(HEADERS).flat(), 'ETag', etag];
    const thumbnail = { bytes, etag, head };
    thumbnails.keep(request.params, thumbnail, changes);
    send(thumbnail, request.raw, reply.hijack().raw);
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

/** Leaves out the readable part of the name, which may have characters that are not allowed in a header. */
function etagOf(filename: string, variant: PhotoVariant): string {
  return `"${digitsOf(filename)}-${variant}"`;
}
