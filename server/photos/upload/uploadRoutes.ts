import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { UploadResponse } from '#contract/schemas/photos.ts';
import { EXAMPLES } from '#contract/schemas/shared.ts';
import { API_PATTERNS, UPLOAD_FIELD } from '#contract/paths.ts';
import { requireStillAllowed, type StillAllowedServices } from '../../auth/authorisation.ts';
import { codeOf, placeOf, UserError } from '../../errors.ts';
import { PHOTO_WRITERS, type Principal, principalOf } from '../../http/security/access.ts';
import { errorWhen, json } from '../../http/responses.ts';
import { pathParams, type TypedApp } from '../../http/typedApp.ts';
import { ALBUM_UNKNOWN } from '../albums/albumLists.ts';
import type { AlbumRepository } from '../albums/albumRepository.ts';
import { cutOff, NOT_A_FORM, tooManyParts, wrongField } from './uploadErrors.ts';
import { UploadRequest, type UploadServices } from './uploadRequest.ts';

/** The multipart parser's own errors for forms that have too many of something. */
const TOO_MANY_CODES = ['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT'];
const schema = {
  tags: ['Photos'],
  summary: 'Upload photos',
  description:
    'A form (multipart/form-data) with the field `photos` once for each file. Each file gets its own fate; 422 if none was taken.',
  consumes: ['multipart/form-data'],
  params: pathParams(API_PATTERNS.albumPhotos, { id: EXAMPLES.albumId }),
  response: {
    201: json('What became of each file', UploadResponse),
    404: errorWhen('There is no such album'),
    413: errorWhen('A file is too large, or there are too many'),
    415: errorWhen('None of the files is a picture that can be read'),
    422: errorWhen('None of the pictures is whole'),
    507: errorWhen('The disk is full'),
  },
};

interface UploadRouteServices extends UploadServices, StillAllowedServices {
  albums: Pick<AlbumRepository, 'find'>;
}

export async function registerUploadRoute(app: TypedApp, services: UploadRouteServices): Promise<void> {
  // In a separate scope, because the hooks of the plugin would slow every other call down.
  await app.register(async (scope: TypedApp) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    scope.post(API_PATTERNS.albumPhotos, { config: { access: PHOTO_WRITERS }, schema }, async (request, reply) => {
      const album = await services.albums.find(request.params.id);
      if (!album) throw new UserError(404, ALBUM_UNKNOWN);
      if (!request.isMultipart()) throw new UserError(400, NOT_A_FORM);
      const principal = principalOf(request);
      const uploader = idOf(principal);
      const checkAccess = () => requireStillAllowed(principal, PHOTO_WRITERS, services);
      const onInternalError = (err: unknown) =>
        request.log.error({ err, at: placeOf(err) }, 'A photo could not be stored');
      const response = await receive(
        request,
        new UploadRequest(services, { album, uploader, checkAccess, onInternalError }),
      );
      return reply.status(201).send(response);
    });
  });
}

async function receive(request: FastifyRequest, upload: UploadRequest): Promise<UploadResponse> {
  const onClose = () => upload.abort();
  // The event of the socket, not of the request, which is closed as soon as its body has been read.
  request.raw.socket.once('close', onClose);
  try {
    await readParts(request, upload);
    return await upload.finish();
  } finally {
    request.raw.socket.off('close', onClose);
    await upload.settle();
  }
}

async function readParts(request: FastifyRequest, upload: UploadRequest): Promise<void> {
  try {
    // A client that left while its rights were looked up: its form would never end, and never break off.
    if (request.raw.destroyed) throw cutOff();
    for await (const part of request.files({ limits: upload.limits })) await readPart(part, upload);
  } catch (error) {
    upload.abort();
    if (error instanceof UserError) throw error;
    if (TOO_MANY_CODES.includes(codeOf(error) ?? '')) throw tooManyParts();
    throw cutOff();
  }
}

async function readPart(part: MultipartFile, upload: UploadRequest): Promise<void> {
  if (part.fieldname === UPLOAD_FIELD) await upload.receive(part);
  else await upload.reject(part, wrongField());
}

function idOf(principal: Principal): string {
  return principal.kind === 'user' ? principal.userId : principal.keyId;
}
