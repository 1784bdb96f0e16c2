import { isoTime } from '#domain/clock/isoTime.ts';
import { Type } from 'typebox';
import type { FastifyRequest } from 'fastify';
import {
  BlockPayload,
  type MadeThings,
  PermissionsPayload,
  AccountChanges,
  UserRecord,
} from '#contract/users/schemas.ts';
import { EXAMPLES } from '#contract/schemas.ts';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { nameAndAddress } from '#domain/users/withoutMail.ts';
import { askedBy, type AuditLog } from '#server/core/audit/auditLog.ts';
import { ADMINS, personOf } from '#server/core/access/access.ts';
import { UserError } from '#server/core/errors.ts';
import { done, errorWhen, json } from '#server/core/http/responses.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import { permissionNamed, checkedEmail, checkedPersonName } from './personFields.ts';
import type { EndedThings } from '#server/core/madeThings.ts';
import type { MadeThingsRepository } from './madeThingsRepository.ts';
import type { User } from './userQueries.ts';
import { normalEmail, type UserRepository } from './userRepository.ts';

interface UserRouteOptions {
  users: Pick<UserRepository, 'list' | 'inTransaction'>;
  made: Pick<MadeThingsRepository, 'counts' | 'endOf'>;
  /** Called after a change, so that open sockets look up their permissions again. */
  credentialChanges: { announce: () => void };
  audit: Pick<AuditLog, 'record' | 'settle'>;
}

const tags = ['Signing in and people'];
const example = { id: EXAMPLES.userId };
const NO_ACCOUNT = errorWhen('There is no such account');

/** The responses to a change of an account; `conflict` says when it is rejected. */
function responses(conflict: string) {
  return { 200: json('The account as it is now', UserRecord), 404: NO_ACCOUNT, 409: errorWhen(conflict) };
}

const listSchema = {
  tags,
  summary: 'All accounts',
  response: { 200: json('The accounts', Type.Array(UserRecord)) },
};
const permissionsSchema = {
  tags,
  summary: 'Give and take permissions',
  params: pathParams(ADMIN_PATTERNS.userPermissions, example),
  body: PermissionsPayload,
  response: responses('Changed meanwhile, or the last admin'),
};
const blockSchema = {
  tags,
  summary: 'Block or unblock an account',
  params: pathParams(ADMIN_PATTERNS.userBlock, example),
  body: BlockPayload,
  response: responses('The last admin, or oneself'),
};

const renameSchema = {
  tags,
  summary: 'Rename an account',
  params: pathParams(ADMIN_PATTERNS.user, example),
  body: AccountChanges,
  response: responses('Changed meanwhile, or the address is taken'),
};
const deleteSchema = {
  tags,
  summary: 'Delete an account',
  description: 'Ends its sessions, passkeys, links and running uploads. What it made stays, unless `endMade` ends it.',
  params: pathParams(ADMIN_PATTERNS.user, example),
  querystring: Type.Object({ endMade: Type.Optional(Type.Boolean()) }),
  response: { 204: done(), 404: NO_ACCOUNT, 409: errorWhen('The last admin, or oneself') },
};

function userRecord(user: User, made?: MadeThings): UserRecord {
  const { id, email, firstName, lastName, permissions, blockedAt, lastSeenAt } = user;
  const times = { createdAt: isoTime(user.createdAt), updatedAt: isoTime(user.updatedAt) };
  const block = blockedAt === null ? {} : { blockedAt: isoTime(blockedAt) };
  const seen = lastSeenAt === null ? {} : { lastSeenAt: isoTime(lastSeenAt) };
  return {
    id,
    email,
    firstName,
    lastName,
    permissions,
    albumIds: null,
    ...times,
    ...block,
    ...seen,
    ...(made && { made }),
  };
}

function timeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new UserError(400, 'expectedUpdatedAt must be a time such as 2026-01-31T12:00:00.000Z');
  return time;
}

export function registerUserRoutes(app: TypedApp, options: UserRouteOptions): void {
  const { users, made } = options;
  app.get(ADMIN_PATTERNS.users, { config: { access: ADMINS }, schema: listSchema }, async () => {
    const [all, counts] = [await users.list(), await made.counts()];
    return all.map((user) => userRecord(user, counts.get(user.id)));
  });
  registerPermissions(app, options);
  registerBlock(app, options);
  registerRename(app, options);
  registerDeletion(app, options);
}

function registerPermissions(app: TypedApp, options: UserRouteOptions): void {
  const { users, made, audit } = options;
  app.put(
    ADMIN_PATTERNS.userPermissions,
    { config: { access: ADMINS }, schema: permissionsSchema },
    async (request) => {
      const { expectedUpdatedAt } = request.body;
      const change = {
        userId: request.params.id,
        permissions: request.body.permissions.map((name) => permissionNamed(name)),
        expectedUpdatedAt: timeOf(expectedUpdatedAt),
      };
      const { user, given, taken, ended } = await users.inTransaction(async (within, transaction) => {
        const changed = await within.setPermissions(change);
        return { ...changed, ended: request.body.endMade ? await made.endOf(changed.user, transaction) : undefined };
      });
      const asked = askedBy(request);
      for (const what of given) audit.record({ action: 'permission-given', ...asked, on: user.id, what });
      for (const what of taken) audit.record({ action: 'permission-taken', ...asked, on: user.id, what });
      return afterChange(user, { ...options, request, ended });
    },
  );
}

function registerBlock(app: TypedApp, options: UserRouteOptions): void {
  const { users, made, audit } = options;
  app.put(ADMIN_PATTERNS.userBlock, { config: { access: ADMINS }, schema: blockSchema }, async (request) => {
    const { blocked, endMade } = request.body;
    const change = { userId: request.params.id, blocked, by: personOf(request).userId };
    const { user, ended } = await users.inTransaction(async (within, transaction) => {
      const changed = await within.setBlocked(change);
      return { user: changed, ended: endMade ? await made.endOf(changed, transaction) : undefined };
    });
    audit.record({ action: blocked ? 'account-blocked' : 'account-unblocked', ...askedBy(request), on: user.id });
    return afterChange(user, { ...options, request, ended });
  });
}

function registerRename(app: TypedApp, options: UserRouteOptions): void {
  const { users, audit } = options;
  app.patch(ADMIN_PATTERNS.user, { config: { access: ADMINS }, schema: renameSchema }, async (request) => {
    const { firstName = '', lastName = '', email, expectedUpdatedAt } = request.body;
    checkedPersonName(`${firstName} ${lastName}`);
    const address = checkedEmail(email);
    const change = {
      userId: request.params.id,
      firstName: firstName.trim(),
      lastName: lastName.trim(),
      email: address && normalEmail(address),
      expectedUpdatedAt: timeOf(expectedUpdatedAt),
    };
    const { before, user } = await users.inTransaction(async (within) => {
      const known = await within.find(change.userId);
      return { before: known, user: await within.rename(change) };
    });
    const what = `“${nameAndAddress(before ?? user)}” to “${nameAndAddress(user)}”`;
    audit.record({ action: 'account-renamed', ...askedBy(request), on: user.id, what });
    return afterChange(user, { ...options, request, ended: undefined });
  });
}

function registerDeletion(app: TypedApp, options: UserRouteOptions): void {
  const { users, made, audit } = options;
  app.delete(ADMIN_PATTERNS.user, { config: { access: ADMINS }, schema: deleteSchema }, async (request, reply) => {
    // Waiting events look up their actor's name only when they are written, so they are written before the account is
    // deleted.
    await audit.settle();
    const { user, ended } = await users.inTransaction(async (within, transaction) => {
      const gone = await within.remove({ userId: request.params.id, by: personOf(request).userId });
      const isEnded = request.query.endMade === true;
      return { user: gone, ended: isEnded ? await made.endOf({ ...gone, permissions: [] }, transaction) : undefined };
    });
    const called = `${user.firstName} ${user.lastName}`.trim() || user.email;
    audit.record({ action: 'account-deleted', ...askedBy(request), on: user.id, called });
    await afterChange(user, { ...options, request, ended });
    return reply.status(204).send();
  });
}

interface Change extends Omit<UserRouteOptions, 'users'> {
  request: FastifyRequest;
  ended: EndedThings | undefined;
}

async function afterChange(user: User, { request, ended, ...services }: Change) {
  const { made, credentialChanges, audit } = services;
  // First, so that sockets are closed even if something below fails.
  credentialChanges.announce();
  ended?.afterwards?.();
  for (const event of ended?.events ?? []) audit.record({ ...event, ...askedBy(request) });
  return userRecord(user, (await made.counts()).get(user.id));
}
