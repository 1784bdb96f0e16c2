import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UploadResponse } from '#contract/photos/schemas.ts';
import { EXAMPLES } from '#contract/schemas.ts';
import { API_PATTERNS, UPLOAD_ABOUT_FIELD, UPLOAD_FIELD, UPLOAD_MADE_FROM_FIELD } from '#contract/paths.ts';
import { aboutFrom } from '#domain/takeout/photoAbout.ts';
import { requireStillAllowed, type StillAllowedServices } from '#server/core/access/authorisation.ts';
import { codeOf, thrownAt, UserError } from '#server/core/errors.ts';
import { isShare, type KeyPrincipal, PHOTO_SENDERS, type Principal, principalOf } from '#server/core/access/access.ts';
import { errorWhen, json } from '#server/core/http/responses.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import { type GuestOf, noBytesLeft } from '#server/photos/store/guestQueries.ts';
import type { CredentialSources } from '#server/core/access/credentials.ts';
import { ALBUM_UNKNOWN } from '../albums/albumQueries.ts';
import type { AlbumScopes } from '../albums/albumScopes.ts';
import type { AlbumRepository } from '../albums/albumRepository.ts';
import { cutOff } from './uploadErrors.ts';
import { type SaidAbout, UploadRequest, type UploadServices } from './uploadRequest.ts';
import { CONNECTIONS, UPLOADS } from '#server/core/limits.ts';

const NOT_A_FORM = 'Photos are sent as a form (multipart/form-data) with the field "photos"';

/** The multipart parser's own errors for forms that have too many of something. */
const TOO_MANY_CODES = ['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT'];
const TAKEN_AWAY = 'You do not see this album any more, so its upload has ended';
const SHA256 = /^[0-9a-f]{64}$/;
const NOT_FOR_GUESTS = 'You do not have the permission to do this: the link takes no photos for this album';

/** The API document's text about the form; other subjects add sentences about their fields. */
const FORM_TEXT =
  'A form (multipart/form-data) with the field `photos` once for each file. A field `about` before one is JSON with `takenAt`, for a picture that has no time, and `caption`; a field `madeFrom` is the SHA-256 of the file that the sender made it from. Each file gets its own result; 422 if none was accepted.';

const schema = {
  tags: ['Photos'],
  summary: 'Upload photos',
  consumes: ['multipart/form-data'],
  params: pathParams(API_PATTERNS.albumPhotos, { id: EXAMPLES.albumId }),
  response: {
    201: json('The result for each file', UploadResponse),
    403: errorWhen('The link of a visitor takes no photos, or no more, for this album'),
    404: errorWhen('There is no such album'),
    413: errorWhen('A file is too large, or there are too many'),
    415: errorWhen('None of the files is a picture that can be read'),
    422: errorWhen('None of the pictures is whole'),
    429: errorWhen(`The server takes ${UPLOADS.perShare} requests of a link at the same time`),
    507: errorWhen('The disk is full'),
  },
};

interface UploadRouteServices extends UploadServices, StillAllowedServices {
  albums: Pick<AlbumRepository, 'find'>;
  scopes: Pick<AlbumScopes, 'requireVisible'>;
  credentialSources: { readonly shares: Pick<CredentialSources['shares'], 'open'> };
  shareTurns: { begin(shareId: string): () => void };
}

export async function registerUploadRoute(app: TypedApp, services: UploadRouteServices): Promise<void> {
  // In a separate scope, because the hooks of the plugin would slow every other call down.
  await app.register(async (scope: TypedApp) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    const fields = [...services.companions.kinds].map(({ upload }) => upload.describes);
    const described = { ...schema, description: [FORM_TEXT, ...fields].join(' ') };
    scope.post(
      API_PATTERNS.albumPhotos,
      { config: { access: PHOTO_SENDERS, scope: 'filtered' as const }, schema: described },
      async (request, reply) => {
        const principal = principalOf(request);
        const guest = isShare(principal) ? await guestOf(principal, request.params.id, services) : undefined;
        const endTurn = guest && services.shareTurns.begin(guest.shareId);
        try {
          return await reply.status(201).send(await takePhotos(request, reply, { guest, services }));
        } finally {
          endTurn?.();
        }
      },
    );
  });
}

interface Sender {
  guest: GuestOf | undefined;
  services: UploadRouteServices;
}

async function takePhotos(
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
  { guest, services }: Sender,
): Promise<UploadResponse> {
  const principal = principalOf(request);
  const { id } = request.params;
  await services.scopes.requireVisible(principal.albumIds, [id]);
  const album = await services.albums.find(id);
  if (!album) throw new UserError(404, ALBUM_UNKNOWN);
  if (!request.isMultipart()) throw new UserError(400, NOT_A_FORM);
  const length = request.headers['content-length'];
  const upload = new UploadRequest(services, {
    album,
    uploader: idOf(principal),
    guest,
    bodyBytes: length === undefined ? undefined : Number(length),
    checkAccess: async () => {
      const { albumIds } = await requireStillAllowed(principal, PHOTO_SENDERS, services);
      await services.scopes.requireVisible(albumIds, [id], TAKEN_AWAY);
    },
    onInternalError: (err) => request.log.error({ err, at: thrownAt(err) }, 'A photo could not be stored'),
  });
  services.counters.uploads.running += 1;
  try {
    return await receive(request, upload, services.companions);
  } finally {
    services.counters.uploads.running -= 1;
    if (!request.raw.complete) dropRest(request, reply);
  }
}

/**
 * For a request that was refused before its end, which the form's parser has let go of: drops what still arrives, so that
 * a client that sends all before it reads can do so; one that has very much left is cut off, and most browsers read the
 * response then.
 */
function dropRest({ raw }: FastifyRequest, reply: FastifyReply): void {
  raw.resume();
  reply.raw.once('finish', () => {
    const timer = setTimeout(() => raw.socket.destroy(), CONNECTIONS.lingerMs).unref();
    raw.once('end', () => clearTimeout(timer));
  });
}

/**
 * A visitor sends photos into the share's own album, while the share takes any. What would be refused for each file is
 * refused before the first one here, so that the files are not read for nothing.
 */
async function guestOf(
  { keyId }: KeyPrincipal,
  albumId: string,
  { credentialSources, uploadSpace }: Pick<UploadRouteServices, 'credentialSources' | 'uploadSpace'>,
): Promise<GuestOf> {
  const share = await credentialSources.shares.open(keyId);
  if (!share?.mayUpload || share.albumId !== albumId) throw new UserError(403, NOT_FOR_GUESTS);
  if (share.takenBytes >= share.maxBytes) throw noBytesLeft();
  const guest = { shareId: keyId, waits: share.mayUpload === 'after-approval', seesAlbum: share.seesAlbum };
  (await uploadSpace.take(0, { guest })).release();
  return guest;
}

async function receive(
  request: FastifyRequest,
  upload: UploadRequest,
  companions: UploadServices['companions'],
): Promise<UploadResponse> {
  const onClose = () => upload.abort();
  // The event of the socket, not of the request, which is closed as soon as its body has been read.
  request.raw.socket.once('close', onClose);
  try {
    await readParts(request, upload, companions);
    return await upload.finish();
  } finally {
    request.raw.socket.off('close', onClose);
    await upload.settle();
  }
}

async function readParts(
  request: FastifyRequest,
  upload: UploadRequest,
  companions: UploadServices['companions'],
): Promise<void> {
  try {
    // A client that left while its rights were checked: its form would never end.
    if (request.raw.destroyed) throw cutOff();
    let said: SaidAbout = {};
    for await (const part of request.parts({ limits: upload.limits })) {
      if (part.type === 'field') Object.assign(said, saidIn(part.fieldname, String(part.value)));
      else if (part.fieldname === UPLOAD_FIELD) {
        await upload.receive(part, said);
        said = {};
      } else await receiveOther(part, upload, companions);
    }
  } catch (error) {
    upload.abort();
    if (error instanceof UserError) throw error;
    if (TOO_MANY_CODES.includes(codeOf(error) ?? '')) throw tooManyParts();
    throw cutOff();
  }
}

/** The facts in a field about the next picture; none in a hash that is malformed. */
function saidIn(field: string, value: string): SaidAbout {
  if (field === UPLOAD_ABOUT_FIELD) return { about: aboutFrom(value) };
  return field === UPLOAD_MADE_FROM_FIELD && SHA256.test(value) ? { madeFrom: value } : {};
}

async function receiveOther(
  part: MultipartFile,
  upload: UploadRequest,
  companions: UploadServices['companions'],
): Promise<void> {
  const kind = companions.kindIn(part.fieldname);
  if (kind) await upload.receiveBeside(part, kind);
  else await upload.reject(part, wrongField());
}

function idOf(principal: Principal): string {
  return principal.kind === 'user' ? principal.userId : principal.keyId;
}

function tooManyParts(): UserError {
  return new UserError(413, `One upload may have ${UPLOADS.files} files at most, and nothing else but a few fields`);
}

function wrongField(): UserError {
  return new UserError(400, 'Photos are sent in the field "photos"');
}
