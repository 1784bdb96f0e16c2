import { isoTime } from '#domain/clock/isoTime.ts';
import { Type } from 'typebox';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { NewShare, Share, SharedAlbum, ShareFilter, ShareWithKey } from '#contract/shares/schemas.ts';
import { EXAMPLES } from '#contract/schemas.ts';
import {
  SHARE_BYTES,
  SHARE_NAME_MAX_CHARACTERS,
  SHARE_PHOTOS,
  SHARED_ALBUM_PATH,
  SHARED_ORIGINAL_PATH,
} from '#contract/shares/shares.ts';
import { shareEnd } from '#domain/shares/linkTerms.ts';
import { shareLink } from '#domain/access/links.ts';
import type { Slots } from '#server/core/slots.ts';
import { askedBy, type AuditLog } from '#server/core/audit/auditLog.ts';
import { UserError } from '#server/core/errors.ts';
import { keyOf, personOf, PHOTO_WRITERS, SHARE_VIEWERS, SHARES_ONLY } from '#server/core/access/access.ts';
import { type LinkSources, linkOrigin } from '#server/core/http/security/origins.ts';
import { plainText, done, downloadHeaders, errorWhen, file, json } from '#server/core/http/responses.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import type { PhotoServices } from '../photos/photoServices.ts';
import type { StoredShare } from './shareQueries.ts';
import { type ShareRepository, SHARES_PER_HOUR } from './shareRepository.ts';
import type { ShareTurns } from '#server/photos/upload/shareTurns.ts';

interface ShareServices extends LinkSources {
  now: () => number;
  shares: ShareRepository;
  shareTurns: Pick<ShareTurns, 'isBusy'>;
  photos: Pick<PhotoServices, 'visitorPhoto' | 'store' | 'scopes'>;
  audit: Pick<AuditLog, 'record'>;
  /** Removes the code of an ended share from its tablet. */
  slots: Pick<Slots, 'tabletChanges'>;
}

const tags = ['Links'];
const mineSchema = {
  tags,
  summary: "What a visitor's key opens",
  description: 'The key goes into the header `X-Share-Key`, here and with the lists of albums and of their photos.',
  response: { 200: json('The one album, and until when', SharedAlbum), 404: errorWhen('It has just ended') },
};
const originalSchema = {
  tags,
  summary: 'Download the original of a shared photo',
  params: pathParams(SHARED_ORIGINAL_PATH, { filename: EXAMPLES.filename }),
  response: {
    200: file('The file as it was uploaded', 'application/octet-stream'),
    403: errorWhen('The share allows no downloads'),
    404: errorWhen('There is no such photo'),
  },
};
const listSchema = {
  tags,
  summary: 'Shared albums',
  querystring: ShareFilter,
  response: { 200: json('The open ones, of all albums or of one, the newest first', Type.Array(Share)) },
};
const newSchema = {
  tags,
  summary: 'Share an album with visitors',
  description:
    'The key opens this album and those below it, and nothing else, for a day, a week, or until it is taken back. Where visitors may send photos, the key may upload into this album.',
  body: NewShare,
  response: {
    201: json('The share, with its key', ShareWithKey),
    404: errorWhen('There is no such album'),
    429: errorWhen('This person made 100 within an hour'),
  },
};
const takeBackSchema = {
  tags,
  summary: 'Take a share back',
  params: pathParams(ADMIN_PATTERNS.share, { id: EXAMPLES.shareId }),
  response: { 204: done(), 404: errorWhen('It has ended already') },
};
const config = { access: PHOTO_WRITERS, scope: 'filtered' as const };
const NO_DOWNLOADS = 'This link shows photos, and its visitors may not download them';
const ENDED = 'This link has ended already';
const NO_USE = 'A link that does not show the album has to take photos: choose at least one of both';
const TOO_MANY = `You made ${SHARES_PER_HOUR} links within an hour, which is the most there can be: please wait before you make another`;

/** The calls about shares: those of people with photos:write, and those of a visitor's page about its own share. */
export function registerShareRoutes(app: TypedApp, services: ShareServices): void {
  const { shares, shareTurns, photos, audit, now, slots } = services;
  app.get(
    SHARED_ALBUM_PATH,
    { config: { access: SHARES_ONLY, scope: 'filtered' }, schema: mineSchema },
    async (request) => {
      const share = await shares.open(keyOf(request).keyId);
      // It has just ended; the next call says why.
      if (!share) throw new UserError(404, ENDED);
      const { albumId, albumName, seesAlbum, mayDownload } = share;
      return {
        albumId,
        albumName,
        seesAlbum,
        mayDownload,
        until: isoTime(share.expiresAt),
        ...whatIsLeft(share, shareTurns),
      };
    },
  );

  const originals = { config: { access: SHARE_VIEWERS, scope: 'filtered' as const }, schema: originalSchema };
  app.get(SHARED_ORIGINAL_PATH, originals, async (request, reply) => {
    const share = await shares.open(keyOf(request).keyId);
    if (!share?.mayDownload) throw new UserError(403, NO_DOWNLOADS);
    const photo = await photos.visitorPhoto(request.params.filename);
    const original = photo?.shareId === share.id ? await photos.store.open(photo, 'original') : undefined;
    if (!photo || !original) throw new UserError(404, 'There is no such photo');
    const { bytes, stream } = original;
    return reply.headers(downloadHeaders({ bytes, filename: photo.originalFilename })).send(stream);
  });

  app.get(ADMIN_PATTERNS.shares, { config, schema: listSchema }, async (request) => {
    return (await shares.list(await photos.scopes.of(request), request.query.albumId)).map(shareRecord);
  });

  const making = { config: { ...config, scope: { inBody: ['albumId'] } }, schema: newSchema };
  app.post(ADMIN_PATTERNS.shares, making, async (request, reply) => {
    const { userId: by } = personOf(request);
    const made = await shares.create({ ...fieldsOf(request.body), expiresAt: shareEnd(request.body.term, now()), by });
    if (!made) throw new UserError(404, 'There is no such album');
    if (made === 'too-many') throw new UserError(429, TOO_MANY);
    audit.record({ action: 'album-shared', ...askedBy(request), what: wordsFor(made.share) });
    const url = shareLink(linkOrigin(request, services), made.key);
    return reply.status(201).send({ ...shareRecord(made.share), key: made.key, url });
  });

  app.delete(ADMIN_PATTERNS.share, { config, schema: takeBackSchema }, async (request, reply) => {
    const ended = await shares.revoke(request.params.id, await photos.scopes.of(request));
    if (!ended) throw new UserError(404, ENDED);
    if (ended.tabletId !== null) for (const changed of slots.tabletChanges) changed(ended.tabletId);
    audit.record({
      action: 'share-ended',
      ...askedBy(request),
      what: `“${ended.albumName}”${ended.name === null ? '' : ` for ${ended.name}`}`,
    });
    return reply.status(204).send();
  });
}

function whatIsLeft(
  { id, mayUpload, maxPhotos, taken, maxBytes, takenBytes }: StoredShare,
  turns: Pick<ShareTurns, 'isBusy'>,
) {
  if (!mayUpload) return undefined;
  const [left, leftBytes] = [Math.max(0, maxPhotos - taken), Math.max(0, maxBytes - takenBytes)];
  return { guests: { mayUpload, left, leftBytes, isBusy: turns.isBusy(id) } };
}

function fieldsOf({
  albumId,
  name,
  mayUpload,
  maxPhotos = SHARE_PHOTOS.usual,
  maxBytes = SHARE_BYTES.usual,
  seesAlbum = true,
  mayDownload = false,
}: NewShare) {
  if (!seesAlbum && mayUpload === undefined) throw new UserError(400, NO_USE);
  return {
    albumId,
    name: checkedName(name),
    seesAlbum,
    mayDownload,
    ...(mayUpload && { guests: { mayUpload, maxPhotos, maxBytes } }),
  };
}

function checkedName(text = ''): string | null {
  const name = text.trim().replace(/\s+/g, ' ');
  if (name.length <= SHARE_NAME_MAX_CHARACTERS) return plainText(name) || null;
  throw new UserError(400, `A name may have ${SHARE_NAME_MAX_CHARACTERS} characters at most`);
}

function wordsFor({ albumName, name, expiresAt, mayUpload }: StoredShare): string {
  const guests = mayUpload === null ? '' : ' with visitors who send photos';
  return `“${albumName}”${name === null ? '' : ` for ${name}`}${guests} ${expiresAt === null ? 'until it is taken back' : `until ${isoTime(expiresAt)}`}`;
}

function shareRecord({
  name,
  createdAt,
  expiresAt,
  usedAt,
  mayUpload,
  maxPhotos,
  taken,
  maxBytes,
  takenBytes,
  ...share
}: StoredShare): Share {
  return {
    ...share,
    ...(name === null ? {} : { name }),
    ...(mayUpload && { guests: { mayUpload, maxPhotos, sent: taken, maxBytes, sentBytes: takenBytes } }),
    sharedAt: isoTime(createdAt),
    until: isoTime(expiresAt),
    lastUsedAt: isoTime(usedAt),
  };
}
