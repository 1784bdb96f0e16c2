import { isoTime } from '#domain/clock/isoTime.ts';
import { Type } from 'typebox';
import type { FastifyRequest } from 'fastify';
import {
  AffectedThings,
  AlbumListPayload,
  BlockPayload,
  ChangedUser,
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
import type { NoteRights } from './noteRights.ts';
import type { EndedThings } from '#server/core/madeThings.ts';
import type { MadeThingsRepository } from './madeThingsRepository.ts';
import type { User } from './userQueries.ts';
import { normalEmail, type UserRepository } from './userRepository.ts';

interface UserRouteOptions {
  users: Pick<UserRepository, 'list' | 'existing' | 'checkedList' | 'inTransaction'>;
  made: MadeThingsRepository;
  noteRights: NoteRights;
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
  description: 'With `albumIds` it also changes the albums that the person sees, both or neither.',
  params: pathParams(ADMIN_PATTERNS.userPermissions, example),
  body: PermissionsPayload,
  response: {
    ...responses('Changed meanwhile, or the last admin'),
    200: json('The account as it is now, with what a new list of albums affects', ChangedUser),
  },
};
const blockSchema = {
  tags,
  summary: 'Block or unblock an account',
  params: pathParams(ADMIN_PATTERNS.userBlock, example),
  body: BlockPayload,
  response: responses('The last admin, or oneself'),
};

const changeSchema = {
  tags,
  summary: 'Change an account',
  description: 'Its names, its e-mail address, or the albums that the person sees.',
  params: pathParams(ADMIN_PATTERNS.user, example),
  body: AccountChanges,
  response: {
    200: json('The account as it is now, with what the new list of albums affects', ChangedUser),
    404: NO_ACCOUNT,
    409: errorWhen('Changed meanwhile, or the address is taken'),
  },
};
const affectedSchema = {
  tags,
  summary: 'What another list of albums would affect',
  description: 'Changes nothing.',
  params: pathParams(ADMIN_PATTERNS.userAffected, example),
  body: AlbumListPayload,
  response: {
    200: json('What the person made for albums that the list takes away', AffectedThings),
    404: NO_ACCOUNT,
  },
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
  const { id, email, firstName, lastName, permissions, albumIds, blockedAt, lastSeenAt } = user;
  const times = { createdAt: isoTime(user.createdAt), updatedAt: isoTime(user.updatedAt) };
  const block = blockedAt === null ? {} : { blockedAt: isoTime(blockedAt) };
  const seen = lastSeenAt === null ? {} : { lastSeenAt: isoTime(lastSeenAt) };
  return {
    id,
    email,
    firstName,
    lastName,
    permissions,
    albumIds,
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
  registerChange(app, options);
  registerAffected(app, options);
  registerDeletion(app, options);
}

function registerPermissions(app: TypedApp, options: UserRouteOptions): void {
  const { users, made } = options;
  app.put(
    ADMIN_PATTERNS.userPermissions,
    { config: { access: ADMINS }, schema: permissionsSchema },
    async (request) => {
      const { permissions, albumIds, expectedUpdatedAt, endMade } = request.body;
      const change = {
        userId: request.params.id,
        permissions: permissions.map((name) => permissionNamed(name)),
        albumIds,
        expectedUpdatedAt: timeOf(expectedUpdatedAt),
      };
      const { affected, ...changed } = await users.inTransaction(async (within, transaction) => {
        const rights = await within.setPermissions(change);
        const ended = endMade ? await made.endOf(rights.user, transaction) : undefined;
        return { ...rights, ended, affected: await made.affectedBy(rights, transaction) };
      });
      const record = await afterChange(changed.user, { ...options, request, ...changed });
      return { ...record, ...(affected.length > 0 && { affected }) };
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

function registerChange(app: TypedApp, options: UserRouteOptions): void {
  const { users, made, audit } = options;
  app.patch(ADMIN_PATTERNS.user, { config: { access: ADMINS }, schema: changeSchema }, async (request) => {
    const { albumIds, expectedUpdatedAt, ...names } = request.body;
    const isRenamed = Object.values(names).some((value) => value !== undefined);
    if (!isRenamed && albumIds === undefined) throw new UserError(400, 'Please say what to change');
    const userId = request.params.id;
    const expected = timeOf(expectedUpdatedAt);
    const { before, user, affected } = await users.inTransaction(async (within, transaction) => {
      const known = await within.existing(userId);
      let changed = known;
      if (isRenamed) changed = await within.rename({ userId, expectedUpdatedAt: expected, ...renaming(names, known) });
      const isChecked = isRenamed || expected === undefined;
      const list = { userId, albumIds, ...(isChecked ? {} : { expectedUpdatedAt: expected }) };
      if (albumIds !== undefined) changed = (await within.setAlbums({ ...list, albumIds })).user;
      const rights = { before: known, user: changed };
      return { ...rights, affected: await made.affectedBy(rights, transaction) };
    });
    const what = `“${nameAndAddress(before)}” to “${nameAndAddress(user)}”`;
    if (isRenamed) audit.record({ action: 'account-renamed', ...askedBy(request), on: userId, what });
    const record = await afterChange(user, { ...options, request, before });
    return { ...record, ...(affected.length > 0 && { affected }) };
  });
}

type Names = Pick<AccountChanges, 'firstName' | 'lastName' | 'email'>;

function renaming(names: Names, known: User) {
  const { firstName = known.firstName, email } = names;
  const lastName = names.lastName ?? (names.firstName === undefined ? known.lastName : '');
  checkedPersonName(`${firstName} ${lastName}`);
  const address = checkedEmail(email);
  return { firstName: firstName.trim(), lastName: lastName.trim(), email: address && normalEmail(address) };
}

function registerAffected(app: TypedApp, { users, made }: UserRouteOptions): void {
  app.post(ADMIN_PATTERNS.userAffected, { config: { access: ADMINS }, schema: affectedSchema }, async (request) => {
    const before = await users.existing(request.params.id);
    return made.affectedBy({
      before,
      user: { id: before.id, albumIds: await users.checkedList(request.body.albumIds) },
    });
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
      return {
        user: gone,
        ended: isEnded
          ? await made.endOf({ ...gone, permissions: [] }, transaction)
          : await made.endClosed(gone, transaction),
      };
    });
    const called = `${user.firstName} ${user.lastName}`.trim() || user.email;
    audit.record({ action: 'account-deleted', ...askedBy(request), on: user.id, called });
    await afterChange(user, { ...options, request, ended });
    return reply.status(204).send();
  });
}

interface Change extends Omit<UserRouteOptions, 'users'> {
  request: FastifyRequest;
  /** The account before, where its permissions or its list of albums may have changed. */
  before?: User;
  ended?: EndedThings | undefined;
}

async function afterChange(user: User, { request, before, ended, ...services }: Change) {
  const { made, credentialChanges, audit, noteRights } = services;
  // First, so that sockets are closed even if something below fails.
  credentialChanges.announce();
  ended?.afterwards?.();
  if (before) await noteRights(askedBy(request), { before, user });
  for (const event of ended?.events ?? []) audit.record({ ...event, ...askedBy(request) });
  return userRecord(user, (await made.counts()).get(user.id));
}
