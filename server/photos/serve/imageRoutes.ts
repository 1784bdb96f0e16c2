import type { FastifyReply, FastifyRequest } from 'fastify';
import { IMAGE_PATTERNS, type PhotoVariant } from '#contract/paths.ts';
import type { PathParams } from '#contract/pathPatterns.ts';
import { EXAMPLES } from '#contract/schemas.ts';
import { UserError } from '#server/core/errors.ts';
import { NO_INDEX } from '#server/core/http/security/securityHeaders.ts';
import { errorWhen, file } from '#server/core/http/responses.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import { digitsOf } from '../store/photoNames.ts';
import type { ImageFinder } from './imageFinder.ts';
import { acceptedBy, type ImageCache, send } from './imageCache.ts';

/** Clients may store an image for ever, since a changed photo gets another name; pages of any origin may show it. */
const FOR_EVER = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Security-Policy': "default-src 'none'",
  'X-Content-Type-Options': 'nosniff',
  ...NO_INDEX,
};
/** A visitor's page may show an image again for a while: otherwise each scrolling would request it again. */
const FOR_A_WHILE = { ...FOR_EVER, 'Cache-Control': 'private, max-age=300, must-revalidate' };

/** The headers of a photo's images, and of what else is served with them, by its own address or a visitor's. */
export function photoHeaders(isForVisitor: boolean) {
  return isForVisitor ? FOR_A_WHILE : FOR_EVER;
}

/** The same address has JPEG or WebP. */
const VARIES = { Vary: 'Accept' };
export const NO_SUCH_PHOTO = 'There is no such photo';

interface ImageRoute {
  Params: PathParams<(typeof IMAGE_PATTERNS)[PhotoVariant]>;
}
type ImageRequest = FastifyRequest<ImageRoute>;

interface ImageServices {
  finder: ImageFinder;
  images: ImageCache;
}

function schemaOf(variant: PhotoVariant, { summary, content }: { summary: string; content: string }) {
  return {
    tags: ['Photos'],
    summary,
    params: pathParams(IMAGE_PATTERNS[variant], { albumSlug: EXAMPLES.albumSlug, filename: EXAMPLES.filename }),
    response: { 200: file(content, 'image/jpeg'), 404: errorWhen(NO_SUCH_PHOTO) },
  };
}

/** Registers the images in a scope of their own, without the hooks of pages and calls. */
export async function registerImageRoutes(app: TypedApp, { finder, images }: ImageServices): Promise<void> {
  await app.register(async (scope: TypedApp) => {
    // Needs no schema: path parameters are strings, and `ImageFinder` checks that the file name is a photo's.
    const options = { config: { access: 'public' as const }, validatorCompiler: () => () => true };
    const small = schemaOf('thumbnail', {
      summary: 'The small image of a photo',
      content: 'A JPEG that covers 400 pixels',
    });
    const large = schemaOf('medium', {
      summary: 'The large image of a photo',
      content: 'A JPEG within 2048 × 2048 pixels',
    });
    scope.get<ImageRoute>(IMAGE_PATTERNS.thumbnail, { ...options, schema: small }, (request, reply) =>
      sendImage('thumbnail', request, reply),
    );
    scope.get<ImageRoute>(IMAGE_PATTERNS.medium, { ...options, schema: large }, (request, reply) =>
      sendImage('medium', request, reply),
    );
  });

  async function sendImage(variant: PhotoVariant, request: ImageRequest, reply: FastifyReply): Promise<FastifyReply> {
    const image = (await images.find(request.raw)) ?? (await read(variant, request));
    send(image, request.raw, reply.hijack().raw);
    return reply;
  }

  async function read(variant: PhotoVariant, { params: photo, raw }: ImageRequest) {
    const { changes } = images;
    const accepted = acceptedBy(raw);
    const found = await finder.find(photo, { variant, accepted });
    if (!found) throw new UserError(404, NO_SUCH_PHOTO);
    const { bytes, format, isForVisitor } = found;
    const etag = etagOf(photo.filename, format === 'jpeg' ? variant : `${variant}-${format}`);
    const type = format === 'jpeg' ? 'image/jpeg' : 'image/webp';
    const headers = { 'Content-Type': type, ...photoHeaders(isForVisitor), ...VARIES, ETag: etag };
    const image = { bytes, etag, head: Object.entries(headers).flat() };
    if (isForVisitor) return image;
    // A substitute for the image for large screens is requested again: the real one may exist by then.
    if (accepted !== 'large' || format === 'large') images.keep(photo, variant, { image, changes, accepted });
    return image;
  }
}

/** Leaves out the readable part of the name, which may have characters that are not allowed in a header. */
export function etagOf(filename: string, image: string): string {
  return `"${digitsOf(filename)}-${image}"`;
}
