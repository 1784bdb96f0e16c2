import { isoTime } from '#domain/clock/isoTime.ts';
import { Type } from 'typebox';
import { SessionRecord } from '#contract/users/schemas.ts';
import { SignInLinkResponse } from '#contract/signIn/schemas.ts';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { API_PATTERNS } from '#contract/paths.ts';
import { EXAMPLES } from '#contract/schemas.ts';
import { goOnLink } from '#domain/access/links.ts';
import { askedBy, type AuditLog } from '#server/core/audit/auditLog.ts';
import { UserError } from '#server/core/errors.ts';
import { personOf, SIGNED_IN } from '#server/core/access/access.ts';
import { done, errorWhen, json } from '#server/core/http/responses.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import { LINK_LIFE_MS, type OneTimeRepository } from './oneTimeRepository.ts';
import type { SessionRepository } from './sessionRepository.ts';
import type { Addresses } from '#server/core/addresses/addresses.ts';
import type { UserRepository } from '#server/users/userRepository.ts';

export interface SessionRouteServices {
  now: () => number;
  sessions: Pick<SessionRepository, 'listOf' | 'close' | 'closeOthers'>;
  /** Called after a session has ended, so that its open sockets are closed. */
  credentialChanges: { announce: () => void };
  audit: Pick<AuditLog, 'record'>;
  users: Pick<UserRepository, 'find'>;
  oneTime: Pick<OneTimeRepository, 'createLink'>;
  addresses: Pick<Addresses, 'namedOrigin'>;
}

const config = { access: SIGNED_IN, scope: 'no albums' as const };
const NO_SESSION = 'This session has ended already';
const NO_NAME = 'This server has no name in this network: it is reached by its address only';

const tags = ['Signing in and people'];
const listSchema = {
  tags,
  summary: 'My sessions',
  response: { 200: json('The last used first', Type.Array(SessionRecord)) },
};
const endSchema = {
  tags,
  summary: 'End one of my sessions',
  params: pathParams(ADMIN_PATTERNS.session, { id: EXAMPLES.sessionId }),
  response: { 204: done(), 404: errorWhen('This session has ended already') },
};
const moveSchema = {
  tags,
  summary: 'Go on under the name of the server',
  description: 'The link works once, for the same person; with its use this session ends.',
  response: {
    200: json('The link, at an address where passkeys can be made', SignInLinkResponse),
    409: errorWhen('The server has no name'),
  },
};
const endOthersSchema = { tags, summary: 'End all my other sessions', response: { 204: done() } };
const signOutSchema = { tags, summary: 'Sign out', response: { 204: done() } };

export function registerSessionRoutes(app: TypedApp, services: SessionRouteServices): void {
  registerList(app, services);
  registerEnd(app, services);
  registerEndOthers(app, services);
  registerSignOut(app, services);
  registerMove(app, services);
}

function registerList(app: TypedApp, { sessions, now }: SessionRouteServices): void {
  app.get(ADMIN_PATTERNS.sessions, { config, schema: listSchema }, async (request) => {
    const { userId, sessionId } = personOf(request);
    return (await sessions.listOf(userId)).map(({ id, device, createdAt, lastUsedAt }) => {
      const current = id === sessionId;
      const lastSeenAt = isoTime(current ? now() : lastUsedAt);
      return { id, device, firstSeenAt: isoTime(createdAt), lastSeenAt, current };
    });
  });
}

function registerEnd(app: TypedApp, { sessions, credentialChanges, audit }: SessionRouteServices): void {
  app.delete(ADMIN_PATTERNS.session, { config, schema: endSchema }, async (request, reply) => {
    const { userId } = personOf(request);
    const device = await sessions.close({ id: request.params.id, userId });
    if (device === undefined) throw new UserError(404, NO_SESSION);
    credentialChanges.announce();
    audit.record({ action: 'session-ended', ...askedBy(request), what: device });
    return reply.status(204).send();
  });
}

function registerEndOthers(app: TypedApp, { sessions, credentialChanges, audit }: SessionRouteServices): void {
  app.delete(ADMIN_PATTERNS.sessions, { config, schema: endOthersSchema }, async (request, reply) => {
    const { userId, sessionId } = personOf(request);
    const count = await sessions.closeOthers({ id: sessionId, userId });
    credentialChanges.announce();
    if (count > 0) audit.record({ action: 'sessions-ended', ...askedBy(request), what: String(count) });
    return reply.status(204).send();
  });
}

function registerSignOut(app: TypedApp, { sessions, credentialChanges, audit }: SessionRouteServices): void {
  app.post(API_PATTERNS.signOut, { config, schema: signOutSchema }, async (request, reply) => {
    const { userId, sessionId } = personOf(request);
    const device = await sessions.close({ id: sessionId, userId });
    credentialChanges.announce();
    audit.record({ action: 'signed-out', ...askedBy(request), ...(device !== undefined && { what: device }) });
    return reply.status(204).send();
  });
}

/**
 * Browsers make passkeys only for a host name, so a person who signed in at the address of numbers has to move to the
 * name first.
 */
function registerMove(app: TypedApp, { users, oneTime, addresses, now }: SessionRouteServices): void {
  app.post(ADMIN_PATTERNS.moveSession, { config, schema: moveSchema }, async (request) => {
    const { userId, sessionId } = personOf(request);
    const origin = addresses.namedOrigin();
    const user = await users.find(userId);
    if (origin === undefined || !user) throw new UserError(409, NO_NAME);
    const until = isoTime(now() + LINK_LIFE_MS);
    return { url: goOnLink(origin, await oneTime.createLink(user.email, { replaces: sessionId })), until };
  });
}
