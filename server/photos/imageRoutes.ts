import { Type } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PhotoVariant } from '../../src/contract/paths.ts';
import { UserError } from '../errors.ts';
import type { TypedApp } from '../http/typedApp.ts';
import { ImageFinder } from './imageFinder.ts';
import { digitsOf } from './photoNames.ts';
import type { PhotoRoom } from './photoRoom.ts';

const schema = { params: Type.Object({ albumSlug: Type.String(), filename: Type.String() }) };

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

interface ImageRequest extends FastifyRequest {
  params: { albumSlug: string; filename: string };
}

/**
 * A scope of its own, made before the hooks that only pages and calls need: a screen full of thumbnails asks for
 * hundreds of images at once.
 */
export async function registerImageRoutes(app: TypedApp, room: PhotoRoom): Promise<void> {
  const finder = new ImageFinder(room);
  await app.register(async (scope: TypedApp) => {
    const options = { config: { access: 'public' as const }, schema };
    scope.get('/photos/:albumSlug/thumbnail/:filename', options, (request, reply) => {
      const { albumSlug, filename } = request.params;
      const hot = finder.hotThumbnail(albumSlug, filename);
      // Without a promise: this is the road that has to be quick.
      if (!hot) return sendThumbnail(request, reply);
      send(request, reply, 'thumbnail')?.header('Content-Length', hot.length).send(hot);
      return reply;
    });
    scope.get('/photos/:albumSlug/medium/:filename', options, sendMedium);
  });

  async function sendThumbnail(request: ImageRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { albumSlug, filename } = request.params;
    const bytes = await finder.thumbnail(albumSlug, filename);
    if (!bytes) throw new UserError(404, NO_SUCH_PHOTO);
    send(request, reply, 'thumbnail')?.send(bytes);
    return reply;
  }

  async function sendMedium(request: ImageRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { albumSlug, filename } = request.params;
    const file = await finder.medium(albumSlug, filename);
    if (!file) throw new UserError(404, NO_SUCH_PHOTO);
    const sending = send(request, reply, 'medium')?.header('Content-Length', file.bytes);
    if (sending) sending.send(file.stream);
    else file.stream.destroy();
    return reply;
  }
}

/** Writes the head; nothing when the client has the image already and was told so. */
function send(request: ImageRequest, reply: FastifyReply, variant: PhotoVariant): FastifyReply | undefined {
  // The name's readable part may be in any script, a header may not.
  const etag = `"${digitsOf(request.params.filename)}-${variant}"`;
  void reply.headers(HEADERS).header('ETag', etag);
  if (!request.headers['if-none-match']?.includes(etag)) return reply;
  void reply.status(304).send();
  return undefined;
}
