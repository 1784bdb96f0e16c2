import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { CLIP_PATTERN, CLIP_TYPE } from '#contract/clips/clips.ts';
import type { PathParams } from '#contract/pathPatterns.ts';
import { EXAMPLES } from '#contract/schemas.ts';
import { UserError } from '#server/core/errors.ts';
import { requestedRange } from '#server/core/http/byteRanges.ts';
import { attachmentNamed, errorWhen, file } from '#server/core/http/responses.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import type { ImageFinder } from '#server/photos/serve/imageFinder.ts';
import { etagOf, NO_SUCH_PHOTO, photoHeaders } from '#server/photos/serve/imageRoutes.ts';
import type { PhotoStore } from '#server/photos/store/photoStore.ts';
import { CLIP_PART } from './clipKind.ts';

const NO_CLIP = 'This photo does not move';

interface ClipRoute {
  Params: PathParams<typeof CLIP_PATTERN>;
  Querystring: { download?: string };
}

interface ClipServices {
  finder: Pick<ImageFinder, 'filesOf'>;
  store: Pick<PhotoStore, 'open' | 'bytesOf'>;
}

const schema = {
  tags: ['Photos'],
  summary: 'The clip of a photo',
  description: 'H.264 without sound, for a photo with `clip`. A request with `Range` gets that part of it.',
  params: pathParams(CLIP_PATTERN, { albumSlug: EXAMPLES.albumSlug, filename: EXAMPLES.filename }),
  querystring: Type.Object({
    download: Type.Optional(Type.String({ description: 'With any value: to be saved as a file' })),
  }),
  response: {
    200: file('The whole clip', CLIP_TYPE),
    206: file('The part that was asked for', CLIP_TYPE),
    404: errorWhen('There is no such photo, or it does not move'),
    416: errorWhen('The clip has no such part'),
  },
};

/** Serves clips as the images of their photos are served, to whoever knows the name; players ask for parts of them. */
export async function registerClipRoute(app: TypedApp, { finder, store }: ClipServices): Promise<void> {
  await app.register(async (scope: TypedApp) => {
    // Needs no schema: path parameters are strings, and the finder checks that the file name is a photo's.
    const options = { config: { access: 'public' as const }, validatorCompiler: () => () => true, schema };
    scope.get<ClipRoute>(CLIP_PATTERN, options, sendClip);
  });

  async function sendClip(
    { params, query, headers }: FastifyRequest<ClipRoute>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const found = await finder.filesOf(params);
    if (!found) throw new UserError(404, NO_SUCH_PHOTO);
    const bytes = await store.bytesOf(found.address, CLIP_PART);
    if (bytes === undefined) throw new UserError(404, NO_CLIP);
    const etag = etagOf(params.filename, 'clip');
    void reply.headers({
      'Content-Type': CLIP_TYPE,
      'Accept-Ranges': 'bytes',
      ...photoHeaders(found.isForVisitor),
      ETag: etag,
    });
    if (query.download !== undefined)
      void reply.header('Content-Disposition', attachmentNamed(fileNameOf(params.filename)));
    if (headers['if-none-match']?.includes(etag)) return reply.status(304).send();
    const range = requestedRange(headers, { bytes, etag });
    if (range === 'unsatisfiable') {
      void reply.header('Content-Range', `bytes */${bytes}`);
      throw new UserError(416, 'The clip has no such part');
    }
    const part = range === 'whole' ? undefined : range;
    const clip = await store.open(found.address, CLIP_PART, part);
    if (!clip) throw new UserError(404, NO_CLIP);
    if (part) void reply.status(206).header('Content-Range', `bytes ${part.first}-${part.last}/${bytes}`);
    return reply.header('Content-Length', clip.bytes).send(clip.stream);
  }
}

/** The readable part of the photo's name, by which its clip is saved. */
function fileNameOf(filename: string): string {
  return `${filename.replace(/-[0-9a-f]{32}\.jpg$/, '')}.mp4`;
}
