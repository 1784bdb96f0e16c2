import { Type } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { MadeThings, UserRecord } from '../../src/contract/entities.ts';
import { ADMIN_PATTERNS } from '../../src/contract/admin/adminPaths.ts';
import { askedBy } from '../audit/auditEvent.ts';
import type { AuditLog } from '../audit/auditLog.ts';
import { ADMINS, personOf } from '../http/security/access.ts';
import { UserError } from '../errors.ts';
import { pathParams, type TypedApp } from '../http/typedApp.ts';
import { permissionNamed } from './permissions.ts';
import { endedEvents, type MadeThingsRepository } from './madeThingsRepository.ts';
import type { User } from './userQueries.ts';
import type { UserRepository } from './userRepository.ts';

interface UserRouteOptions {
  users: Pick<UserRepository, 'list' | 'setPermissions' | 'setBlocked'>;
  made: Pick<MadeThingsRepository, 'counts' | 'endOf'>;
  /** Called after a change, so that open sockets look up their permissions again. */
  credentialChanges: { announce: () => void };
  audit: Pick<AuditLog, 'record'>;
}

const userParameters = pathParams(ADMIN_PATTERNS.userPermissions);
const permissionsPayload = Type.Object({
  permissions: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }),
  expectedUpdatedAt: Type.Optional(Type.String({ maxLength: 100 })),
  endMade: Type.Optional(Type.Boolean()),
});
const blockPayload = Type.Object({ blocked: Type.Boolean(), endMade: Type.Optional(Type.Boolean()) });

function recordOf(user: User, made?: MadeThings): UserRecord {
  const { id, email, firstName, lastName, permissions, blockedAt } = user;
  const times = { createdAt: isoTime(user.createdAt), updatedAt: isoTime(user.updatedAt) };
  const block = blockedAt === null ? {} : { blockedAt: isoTime(blockedAt) };
  return { id, email, firstName, lastName, permissions, ...times, ...block, ...(made && { made }) };
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function timeOf(text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new UserError(400, 'expectedUpdatedAt must be a time such as 2026-01-31T12:00:00.000Z');
  return time;
}

export function registerUserRoutes(app: TypedApp, options: UserRouteOptions): void {
  const { users, made } = options;
  app.get(ADMIN_PATTERNS.users, { config: { access: ADMINS } }, async () => {
    const [all, counts] = [await users.list(), await made.counts()];
    return all.map((user) => recordOf(user, counts.get(user.id)));
  });
  registerPermissions(app, options);
  registerBlock(app, options);
}

function registerPermissions(app: TypedApp, options: UserRouteOptions): void {
  const { users, audit } = options;
  const schema = { params: userParameters, body: permissionsPayload };
  app.put(ADMIN_PATTERNS.userPermissions, { config: { access: ADMINS }, schema }, async (request) => {
    const { expectedUpdatedAt } = request.body;
    const { user, given, taken } = await users.setPermissions({
      userId: request.params.id,
      permissions: request.body.permissions.map((name) => permissionNamed(name)),
      ...(expectedUpdatedAt === undefined ? {} : { expectedUpdatedAt: timeOf(expectedUpdatedAt) }),
    });
    const asked = askedBy(request);
    for (const what of given) audit.record({ action: 'permission-given', ...asked, on: user.id, what });
    for (const what of taken) audit.record({ action: 'permission-taken', ...asked, on: user.id, what });
    return afterChange(user, { ...options, request, endMade: request.body.endMade });
  });
}

function registerBlock(app: TypedApp, options: UserRouteOptions): void {
  const { users, audit } = options;
  const schema = { params: userParameters, body: blockPayload };
  app.put(ADMIN_PATTERNS.userBlock, { config: { access: ADMINS }, schema }, async (request) => {
    const { blocked, endMade } = request.body;
    const user = await users.setBlocked({ userId: request.params.id, blocked, by: personOf(request).userId });
    audit.record({ action: blocked ? 'account-blocked' : 'account-unblocked', ...askedBy(request), on: user.id });
    return afterChange(user, { ...options, request, endMade });
  });
}

interface Change extends Pick<UserRouteOptions, 'made' | 'credentialChanges' | 'audit'> {
  request: FastifyRequest;
  endMade: boolean | undefined;
}

async function afterChange(user: User, { made, credentialChanges, audit, request, endMade }: Change) {
  // First of all, so that nothing that fails below keeps what was open before open.
  credentialChanges.announce();
  if (endMade) {
    const ended = await made.endOf(user);
    credentialChanges.announce();
    for (const event of endedEvents(ended)) audit.record({ ...event, ...askedBy(request) });
  }
  return recordOf(user, (await made.counts()).get(user.id));
}
