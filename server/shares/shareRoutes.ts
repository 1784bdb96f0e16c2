import { Type } from '@fastify/type-provider-typebox';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import {
  type Share,
  SHARE_NAME_MAX_CHARACTERS,
  SHARE_TERMS,
  SHARED_ALBUM_PATH,
  type SharedAlbum,
  type ShareWithKey,
} from '#contract/shares.ts';
import { shareEnd } from '#domain/access/linkTerms.ts';
import { shareLink } from '#domain/access/shareLink.ts';
import { askedBy } from '../audit/auditEvent.ts';
import type { AuditLog } from '../audit/auditLog.ts';
import { UserError } from '../errors.ts';
import { keyOf, personOf, PHOTO_WRITERS, SHARES_ONLY } from '../http/security/access.ts';
import { linkOrigin } from '../http/security/origins.ts';
import { plainText } from '../http/plainText.ts';
import { pathParams, type TypedApp } from '../http/typedApp.ts';
import type { Settings } from '../settings/settings.ts';
import { type ShareRepository, SHARES_PER_HOUR, type StoredShare } from './shareRepository.ts';

interface ShareServices {
  settings: Pick<Settings, 'publicUrl'>;
  now: () => number;
  shares: ShareRepository;
  audit: Pick<AuditLog, 'record'>;
}

const payload = Type.Object({
  albumId: Type.String({ maxLength: 100 }),
  term: Type.Union(SHARE_TERMS.map((term) => Type.Literal(term))),
  name: Type.Optional(Type.String({ maxLength: 200 })),
});
const query = Type.Object({ albumId: Type.Optional(Type.String({ maxLength: 100 })) });
const config = { access: PHOTO_WRITERS };
const TOO_MANY = `You made ${SHARES_PER_HOUR} links within an hour, which is the most there can be: please wait before you make another`;

/** The calls about shares: those of people with photos:write, and those of a visitor's page about its own share. */
export function registerShareRoutes(app: TypedApp, { shares, audit, now, settings }: ShareServices): void {
  app.get(SHARED_ALBUM_PATH, { config: { access: SHARES_ONLY } }, async (request): Promise<SharedAlbum> => {
    const { albumIds, keyId } = keyOf(request);
    const [albumId = ''] = albumIds ?? [];
    const until = (await shares.list(albumId)).find(({ id }) => id === keyId)?.expiresAt ?? null;
    return { albumId, until: isoTime(until) };
  });

  app.get(ADMIN_PATTERNS.shares, { config, schema: { querystring: query } }, async (request): Promise<Share[]> => {
    return (await shares.list(request.query.albumId)).map(recordOf);
  });

  app.post(ADMIN_PATTERNS.shares, { config, schema: { body: payload } }, async (request, reply) => {
    const { albumId, term } = request.body;
    const name = checkedName(request.body.name);
    const made = await shares.create({ albumId, name, expiresAt: shareEnd(term, now()), by: personOf(request).userId });
    if (!made) throw new UserError(404, 'There is no such album');
    if (made === 'too-many') throw new UserError(429, TOO_MANY);
    audit.record({ action: 'album-shared', ...askedBy(request), what: wordsFor(made.share) });
    const url = shareLink(linkOrigin(request, settings), made.key);
    return reply.status(201).send({ ...recordOf(made.share), key: made.key, url } satisfies ShareWithKey);
  });

  const schema = { params: pathParams(ADMIN_PATTERNS.share) };
  app.delete(ADMIN_PATTERNS.share, { config, schema }, async (request, reply) => {
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
