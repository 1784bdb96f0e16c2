import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { UploadResponse } from '../../../src/contract/calls.ts';
import { API_PATTERNS, UPLOAD_FIELD } from '../../../src/contract/paths.ts';
import { PHOTO_WRITERS } from '../../auth/access.ts';
import { UserError } from '../../errors.ts';
import { pathParams, type TypedApp } from '../../http/typedApp.ts';
import type { PhotoServices } from '../photoServices.ts';
import { Upload } from './uploadRequest.ts';
import { CUT_OFF, NOT_A_FORM, wrongField } from './uploadErrors.ts';
import { ALBUM_UNKNOWN } from '../albums/albumLists.ts';

/** Far more than anybody chooses at once; only there so that a request ends some time. */
const MAX_FILES = 100_000;
const schema = { params: pathParams(API_PATTERNS.albumPhotos) };

export async function registerUploadRoute(app: TypedApp, room: PhotoServices): Promise<void> {
  // In a scope of its own: the plugin's hooks would slow every other call down.
  await app.register(async (scope: TypedApp) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    scope.post(API_PATTERNS.albumPhotos, { config: { access: PHOTO_WRITERS }, schema }, async (request, reply) => {
      const album = await room.albums.find(request.params.id);
      if (!album) throw new UserError(404, ALBUM_UNKNOWN);
      if (!request.isMultipart()) throw new UserError(400, NOT_A_FORM);
      const onFault = (err: unknown) => request.log.error({ err }, 'A photo could not be stored');
      return reply.status(201).send(await receive(request, new Upload(room, { album, onFault })));
    });
  });
}

async function receive(request: FastifyRequest, upload: Upload): Promise<UploadResponse> {
  const onClose = () => upload.abort();
  // The socket, not the request: its 'close' also comes when all is well, as soon as the body has been read.
  request.raw.socket.once('close', onClose);
  try {
    await readParts(request, upload);
    return await upload.finish();
  } finally {
    request.raw.socket.off('close', onClose);
    await upload.settle();
  }
}

async function readParts(request: FastifyRequest, upload: Upload): Promise<void> {
  try {
    for await (const part of request.files({ limits: upload.limits(MAX_FILES) })) await readPart(part, upload);
  } catch (error) {
    upload.abort();
    if (error instanceof UserError) throw error;
    throw new UserError(400, CUT_OFF);
  }
}

async function readPart(part: MultipartFile, upload: Upload): Promise<void> {
  if (part.fieldname === UPLOAD_FIELD) await upload.receive(part);
  else await upload.refuse(part, wrongField());
}
