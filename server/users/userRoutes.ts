import { Type } from '@fastify/type-provider-typebox';
import type { UserRecord } from '../../src/contract/entities.ts';
import { API_PATTERNS } from '../../src/contract/paths.ts';
import { ADMINS } from '../http/security/access.ts';
import { UserError } from '../errors.ts';
import { pathParams, type TypedApp } from '../http/typedApp.ts';
import { permissionNamed } from './permissions.ts';
import type { User } from './userQueries.ts';
import type { UserRepository } from './userRepository.ts';

interface UserRouteOptions {
  users: Pick<UserRepository, 'list' | 'setPermissions'>;
  /** Called after a change, so that open sockets look up their permissions again. */
  credentialChanges: { announce: () => void };
}

const userParameters = pathParams(API_PATTERNS.userPermissions);
const permissionsPayload = Type.Object({
  permissions: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }),
  expectedUpdatedAt: Type.Optional(Type.String({ maxLength: 100 })),
});

function recordOf(user: User): UserRecord {
  const { id, email, firstName, lastName, permissions } = user;
  const times = { createdAt: isoTime(user.createdAt), updatedAt: isoTime(user.updatedAt) };
  return { id, email, firstName, lastName, permissions, ...times };
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function timeOf(text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new UserError(400, 'expectedUpdatedAt must be a time such as 2026-01-31T12:00:00.000Z');
  return time;
}

export function registerUserRoutes(app: TypedApp, { users, credentialChanges }: UserRouteOptions): void {
  const config = { access: ADMINS };

  app.get(API_PATTERNS.users, { config }, async () => (await users.list()).map(recordOf));

  const schema = { params: userParameters, body: permissionsPayload };
  app.put(API_PATTERNS.userPermissions, { config, schema }, async (request) => {
    const { expectedUpdatedAt } = request.body;
    const changed = await users.setPermissions({
      userId: request.params.id,
      permissions: request.body.permissions.map((name) => permissionNamed(name)),
      ...(expectedUpdatedAt === undefined ? {} : { expectedUpdatedAt: timeOf(expectedUpdatedAt) }),
    });
    credentialChanges.announce();
    return recordOf(changed);
  });
}
