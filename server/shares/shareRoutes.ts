import { Type } from 'typebox';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { NewShare, Share, SharedAlbum, ShareFilter, ShareWithKey } from '#contract/schemas/links.ts';
import { EXAMPLES } from '#contract/schemas/shared.ts';
import { SHARE_NAME_MAX_CHARACTERS, SHARED_ALBUM_PATH } from '#contract/shares.ts';
import { shareEnd } from '#domain/access/linkTerms.ts';
import { shareLink } from '#domain/access/shareLink.ts';
import { askedBy } from '../audit/auditEvent.ts';
import type { AuditLog } from '../audit/auditLog.ts';
import { UserError } from '../errors.ts';
import { keyOf, personOf, PHOTO_WRITERS, SHARES_ONLY } from '../http/security/access.ts';
import { linkOrigin } from '../http/security/origins.ts';
import { plainText } from '../http/plainText.ts';
import { done, errorWhen, json } from '../http/responses.ts';
import { pathParams, type TypedApp } from '../http/typedApp.ts';
import type { Settings } from '../settings/settings.ts';
import { type ShareRepository, SHARES_PER_HOUR, type StoredShare } from './shareRepository.ts';

interface ShareServices {
  settings: Pick<Settings, 'publicUrl'>;
  now: () => number;
  shares: ShareRepository;
  audit: Pick<AuditLog, 'record'>;
}

const tags = ['Links'];
const mineSchema = {
  tags,
  summary: "What a visitor's key opens",
  description: 'The key goes into the header `X-Share-Key`, here and with the lists of albums and of their photos.',
  response: { 200: json('The one album, and until when', SharedAlbum) },
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
    'The key opens this album and those below it, and nothing else, for a day, a week, or until it is taken back.',
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
const config = { access: PHOTO_WRITERS };
const TOO_MANY = `You made ${SHARES_PER_HOUR} links within an hour, which is the most there can be: please wait before you make another`;

/** The calls about shares: those of people with photos:write, and those of a visitor's page about its own share. */
export function registerShareRoutes(app: TypedApp, { shares, audit, now, settings }: ShareServices): void {
  app.get(SHARED_ALBUM_PATH, { config: { access: SHARES_ONLY }, schema: mineSchema }, async (request) => {
    const { albumIds, keyId } = keyOf(request);
    const [albumId = ''] = albumIds ?? [];
    const until = (await shares.list(albumId)).find(({ id }) => id === keyId)?.expiresAt ?? null;
    return { albumId, until: isoTime(until) };
  });

  app.get(ADMIN_PATTERNS.shares, { config, schema: listSchema }, async (request) => {
    return (await shares.list(request.query.albumId)).map(recordOf);
  });

  app.post(ADMIN_PATTERNS.shares, { config, schema: newSchema }, async (request, reply) => {
    const { albumId, term } = request.body;
    const name = checkedName(request.body.name);
    const made = await shares.create({ albumId, name, expiresAt: shareEnd(term, now()), by: personOf(request).userId });
    if (!made) throw new UserError(404, 'There is no such album');
    if (made === 'too-many') throw new UserError(429, TOO_MANY);
    audit.record({ action: 'album-shared', ...askedBy(request), what: wordsFor(made.share) });
    const url = shareLink(linkOrigin(request, settings), made.key);
    return reply.status(201).send({ ...recordOf(made.share), key: made.key, url });
  });

  app.delete(ADMIN_PATTERNS.share, { config, schema: takeBackSchema }, async (request, reply) => {
    const ended = await shares.revoke(request.params.id);
    if (!ended) throw new UserError(404, 'This link has ended already');
    audit.record({
      action: 'share-ended',
      ...askedBy(request),
      what: `“${ended.albumName}”${ended.name === null ? '' : ` for ${ended.name}`}`,
    });
    return reply.status(204).send();
  });
}

function checkedName(text = ''): string | null {
  const name = text.trim().replace(/\s+/g, ' ');
  if (name.length <= SHARE_NAME_MAX_CHARACTERS) return plainText(name) || null;
  throw new UserError(400, `A name may have ${SHARE_NAME_MAX_CHARACTERS} characters at most`);
}

function wordsFor({ albumName, name, expiresAt }: StoredShare): string {
  return `“${albumName}”${name === null ? '' : ` for ${name}`} ${expiresAt === null ? 'until it is taken back' : `until ${isoTime(expiresAt)}`}`;
}

function recordOf({ name, createdAt, expiresAt, usedAt, ...share }: StoredShare): Share {
  return {
    ...share,
    ...(name === null ? {} : { name }),
    sharedAt: new Date(createdAt).toISOString(),
    until: isoTime(expiresAt),
    lastUsedAt: isoTime(usedAt),
  };
}

function isoTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
