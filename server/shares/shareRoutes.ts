import { Type } from '@fastify/type-provider-typebox';
import { ADMIN_PATTERNS } from '../../src/contract/admin/adminPaths.ts';
import {
  type Share,
  SHARE_TERMS,
  SHARED_ALBUM_PATH,
  type SharedAlbum,
  type ShareWithKey,
} from '../../src/contract/shares.ts';
import { shareEnd } from '../../src/domain/access/linkTerms.ts';
import { askedBy } from '../audit/auditEvent.ts';
import type { AuditLog } from '../audit/auditLog.ts';
import { UserError } from '../errors.ts';
import { keyOf, personOf, PHOTO_WRITERS, SHARES_ONLY } from '../http/security/access.ts';
import { pathParams, type TypedApp } from '../http/typedApp.ts';
import type { ShareRepository, StoredShare } from './shareRepository.ts';

interface ShareServices {
  now: () => number;
  shares: ShareRepository;
  audit: Pick<AuditLog, 'record'>;
}

const payload = Type.Object({
  albumId: Type.String({ maxLength: 100 }),
  term: Type.Union(SHARE_TERMS.map((term) => Type.Literal(term))),
});
const query = Type.Object({ albumId: Type.Optional(Type.String({ maxLength: 100 })) });
const config = { access: PHOTO_WRITERS };

/** What people who look after photos do with shares, and what a visitor's page asks about its own. */
export function registerShareRoutes(app: TypedApp, { shares, audit, now }: ShareServices): void {
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
    const fields = { albumId, expiresAt: shareEnd(term, now()), by: personOf(request).userId };
    const made = await shares.create(fields);
    if (!made) throw new UserError(404, 'There is no such album');
    audit.record({ action: 'album-shared', ...askedBy(request), what: wordsFor(made.share) });
    return reply.status(201).send({ ...recordOf(made.share), key: made.key } satisfies ShareWithKey);
  });

  const schema = { params: pathParams(ADMIN_PATTERNS.share) };
  app.delete(ADMIN_PATTERNS.share, { config, schema }, async (request, reply) => {
    const ended = await shares.revoke(request.params.id);
    if (!ended) throw new UserError(404, 'This link has ended already');
    audit.record({ action: 'share-ended', ...askedBy(request), what: `“${ended.albumName}”` });
    return reply.status(204).send();
  });
}

function wordsFor({ albumName, expiresAt }: StoredShare): string {
  return `“${albumName}” ${expiresAt === null ? 'until it is taken back' : `until ${isoTime(expiresAt)}`}`;
}

function recordOf({ createdAt, expiresAt, usedAt, ...share }: StoredShare): Share {
  return {
    ...share,
    sharedAt: new Date(createdAt).toISOString(),
    until: isoTime(expiresAt),
    lastUsedAt: isoTime(usedAt),
  };
}

function isoTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
