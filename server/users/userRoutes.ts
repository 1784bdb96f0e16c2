import { Type } from '@fastify/type-provider-typebox';
import type { UserRecord } from '../../src/contract/entities.ts';
import { ADMIN_PATTERNS } from '../../src/contract/admin/adminPaths.ts';
import { askedBy } from '../audit/auditEvent.ts';
import type { AuditLog } from '../audit/auditLog.ts';
import { ADMINS, personOf } from '../http/security/access.ts';
import { UserError } from '../errors.ts';
import { pathParams, type TypedApp } from '../http/typedApp.ts';
import { permissionNamed } from './permissions.ts';
import type { User } from './userQueries.ts';
import type { UserRepository } from './userRepository.ts';

interface UserRouteOptions {
  users: Pick<UserRepository, 'list' | 'setPermissions' | 'setBlocked'>;
  /** Called after a change, so that open sockets look up their permissions again. */
  credentialChanges: { announce: () => void };
  audit: Pick<AuditLog, 'record'>;
}

const userParameters = pathParams(ADMIN_PATTERNS.userPermissions);
const permissionsPayload = Type.Object({
  permissions: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }),
  expectedUpdatedAt: Type.Optional(Type.String({ maxLength: 100 })),
});
const blockPayload = Type.Object({ blocked: Type.Boolean() });

function recordOf(user: User): UserRecord {
  const { id, email, firstName, lastName, permissions, blockedAt } = user;
  const times = { createdAt: isoTime(user.createdAt), updatedAt: isoTime(user.updatedAt) };
  const block = blockedAt === null ? {} : { blockedAt: isoTime(blockedAt) };
  return { id, email, firstName, lastName, permissions, ...times, ...block };
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
  const { users } = options;
  app.get(ADMIN_PATTERNS.users, { config: { access: ADMINS } }, async () => (await users.list()).map(recordOf));
  registerPermissions(app, options);
  registerBlock(app, options);
}

function registerPermissions(app: TypedApp, { users, credentialChanges, audit }: UserRouteOptions): void {
  const schema = { params: userParameters, body: permissionsPayload };
  app.put(ADMIN_PATTERNS.userPermissions, { config: { access: ADMINS }, schema }, async (request) => {
    const { expectedUpdatedAt } = request.body;
    const { user, given, taken } = await users.setPermissions({
      userId: request.params.id,
      permissions: request.body.permissions.map((name) => permissionNamed(name)),
      ...(expectedUpdatedAt === undefined ? {} : { expectedUpdatedAt: timeOf(expectedUpdatedAt) }),
    });
    credentialChanges.announce();
    const asked = askedBy(request);
    for (const what of given) audit.record({ action: 'permission-given', ...asked, on: user.id, what });
    for (const what of taken) audit.record({ action: 'permission-taken', ...asked, on: user.id, what });
    return recordOf(user);
  });
}

function registerBlock(app: TypedApp, { users, credentialChanges, audit }: UserRouteOptions): void {
  const schema = { params: userParameters, body: blockPayload };
  app.put(ADMIN_PATTERNS.userBlock, { config: { access: ADMINS }, schema }, async (request) => {
    const { blocked } = request.body;
    const user = await users.setBlocked({ userId: request.params.id, blocked, by: personOf(request).userId });
    credentialChanges.announce();
    audit.record({ action: blocked ? 'account-blocked' : 'account-unblocked', ...askedBy(request), on: user.id });
    return recordOf(user);
  });
}
