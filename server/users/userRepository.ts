import { randomUUID } from 'node:crypto';
import { Transaction } from 'kysely';
import type { Permission } from '#contract/permissions.ts';
import type { Rights } from '#server/core/access/credentials.ts';
import type { Database } from '#server/core/db/open.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { UserError } from '#server/core/errors.ts';
import { type AlbumList, checkedList, idsOfAlbums, livingList, namesIn } from './albumListQueries.ts';
import {
  existing,
  findBy,
  hasOtherAdmins,
  permissionsOf,
  rightsOf,
  replaceBlock,
  replacePermissions,
  type User,
  userOf,
} from './userQueries.ts';

export interface NewUser {
  email: string;
  firstName?: string;
  lastName?: string;
  appleSubject?: string;
  permissions?: readonly Permission[];
  /** The albums that the person sees; all if absent. */
  albumIds?: AlbumList;
}

interface AccountOptions {
  now: () => number;
  /**
   * Accounts that nobody can sign in to on this server. They do not count as admins when the last admin is kept from
   * losing the permission.
   */
  unusableEmails: readonly string[];
}

export interface UserRepository extends ReturnType<typeof accountChanges> {
  list(): Promise<User[]>;
  find(id: string): Promise<User | undefined>;
  /** Throws when there is no such account. */
  existing(id: string): Promise<User>;
  findByEmail(email: string): Promise<User | undefined>;
  findByAppleSubject(subject: string): Promise<User | undefined>;
  permissionsOf(id: string): Promise<Permission[]>;
  rightsOf(id: string): Promise<Rights>;
  /** A list that an admin gives, each album once. Throws for an album that does not exist. */
  checkedList(list: readonly string[] | null): Promise<AlbumList>;
  /** The names of a list's albums, in its order, without those that were deleted for good. */
  namesIn(list: AlbumList): Promise<string[] | null>;
  /** The ids of the albums that the operator names by slugs or ids. Throws when one does not exist. */
  idsOfAlbums(named: readonly string[]): Promise<string[]>;
  /** Whether somebody can act as an admin: blocked accounts and those that nobody can sign in to do not count. */
  hasAdmin(): Promise<boolean>;
  create(user: NewUser): Promise<User>;
  /** The account with this e-mail address, created if there is none; calls at the same time create one account. */
  findOrCreate(user: NewUser): Promise<User>;
  /** Runs reads and writes as one transaction, in which `work` may also write to other tables. */
  inTransaction<Result>(work: (users: UserRepository, transaction: Database) => Promise<Result>): Promise<Result>;
  /** Adds permissions to those that the account has. An account that becomes an admin's sees all albums from then on. */
  grant(id: string, permissions: readonly Permission[]): Promise<User>;
  updateProfile(
    id: string,
    profile: Partial<Pick<User, 'appleSubject' | 'email' | 'firstName' | 'lastName'>>,
  ): Promise<User>;
}

/** E-mail addresses are compared without regard to case, as mail providers do. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

async function listUsers(db: Database): Promise<User[]> {
  const users = await db.selectFrom('users').selectAll().orderBy('email').execute();
  const held = await db.selectFrom('user_permissions').selectAll().execute();
  const byUser = Map.groupBy(held, (row) => row.user_id);
  const all = users.map((row) => {
    const entries = byUser.get(row.id) ?? [];
    return userOf(
      row,
      entries.map((entry) => entry.permission),
    );
  });
  const living = new Set(await livingList(db, [...new Set(all.flatMap(({ albumIds }) => albumIds ?? []))]));
  for (const user of all) user.albumIds = user.albumIds && user.albumIds.filter((id) => living.has(id));
  return all;
}

/** Runs the work in the transaction that is open already, or else in a new one. */
function atomically<Result>(db: Database, work: (trx: Transaction<Schema>) => Promise<Result>): Promise<Result> {
  return db instanceof Transaction ? work(db) : db.transaction().execute(work);
}

export function userRepository(db: Database, options: AccountOptions): UserRepository {
  const { now } = options;
  const inTransaction: UserRepository['inTransaction'] = (work) =>
    atomically(db, (trx) => work(userRepository(trx, options), trx));
  return {
    ...accountChanges((work) => atomically(db, work), options),
    inTransaction,
    findOrCreate: (user) =>
      inTransaction(async (users) => (await users.findByEmail(user.email)) ?? (await users.create(user))),
    list: () => listUsers(db),
    find: (id) => findBy(db, 'id', id),
    existing: (id) => existing(db, id),
    findByEmail: (email) => findBy(db, 'email', normalEmail(email)),
    findByAppleSubject: (subject) => findBy(db, 'apple_subject', subject),
    permissionsOf: (id) => permissionsOf(db, id),
    rightsOf: (id) => rightsOf(db, id),
    checkedList: (list) => checkedList(db, list),
    namesIn: (list) => namesIn(db, list),
    idsOfAlbums: (named) => idsOfAlbums(db, named),
    hasAdmin: () => hasOtherAdmins(db, '', options.unusableEmails),

    create: ({ email, firstName = '', lastName = '', appleSubject, permissions = [], albumIds = null }) =>
      atomically(db, async (trx) => {
        const id = randomUUID();
        const times = { created_at: now(), updated_at: now() };
        const names = { email: normalEmail(email), first_name: firstName, last_name: lastName };
        const row = {
          id,
          apple_subject: appleSubject ?? null,
          ...names,
          ...times,
          blocked_at: null,
          last_seen_at: null,
          album_ids: albumIds && JSON.stringify(albumIds),
        };
        await trx.insertInto('users').values(row).execute();
        await replacePermissions(trx, userOf(row, []), permissions);
        return existing(trx, id);
      }),

    grant: (id, permissions) =>
      atomically(db, async (trx) => {
        const user = await existing(trx, id);
        if (permissions.every((permission) => user.permissions.includes(permission))) return user;
        const all = [...user.permissions, ...permissions];
        const albumIds = all.includes('admin') ? null : user.albumIds;
        return changePermissions(trx, user, { permissions: all, albumIds, at: now() });
      }),

    updateProfile: (id, profile) =>
      atomically(db, async (trx) => {
        const user = await existing(trx, id);
        const next = { ...user, ...profile };
        const names = { email: normalEmail(next.email), first_name: next.firstName, last_name: next.lastName };
        const row = { ...names, apple_subject: next.appleSubject, updated_at: nextUpdate(user, now()) };
        await trx.updateTable('users').set(row).where('id', '=', id).execute();
        return existing(trx, id);
      }),
  };
}

interface Versioned {
  userId: string;
  /** When given, the change is rejected if the user was changed after this time. */
  expectedUpdatedAt?: number | undefined;
}

interface PermissionsChange extends Versioned {
  permissions: readonly Permission[];
  /** The albums that the person sees from now on; absent: as before. */
  albumIds?: AlbumList | undefined;
}

interface Renaming extends Versioned {
  firstName: string;
  lastName: string;
  /** Null: the address stays unchanged. */
  email: string | null;
}

/** An account before and after a change of what the person may do or sees. */
interface ChangedRights {
  before: User;
  user: User;
}

interface AlbumsChange extends Versioned {
  albumIds: AlbumList;
}

interface BlockChange {
  userId: string;
  blocked: boolean;
  /** The id of the admin who changes it. */
  by: string;
}

type InTransaction = <Result>(work: (trx: Transaction<Schema>) => Promise<Result>) => Promise<Result>;

/** The changes of an account by an admin, each in one transaction. */
function accountChanges(inTransaction: InTransaction, options: AccountOptions) {
  return {
    /** Changes the permissions, and with them the list of albums where one is given. */
    setPermissions: (change: PermissionsChange) => inTransaction((trx) => setPermissions(trx, change, options)),
    /** Blocking ends all sessions of the account. */
    setBlocked: (change: BlockChange) => inTransaction((trx) => setBlocked(trx, change, options)),
    /** Changes the albums that the person sees. Open sockets and streams learn of it by `credentialChanges`. */
    setAlbums: (change: AlbumsChange) => inTransaction((trx) => setAlbums(trx, change, options)),
    rename: (change: Renaming) => inTransaction((trx) => renameAccount(trx, change, options)),
    /** Deletes the account with its sessions, passkeys and links, and returns it as it was. */
    remove: (removal: Omit<BlockChange, 'blocked'>) => inTransaction((trx) => removeAccount(trx, removal, options)),
  };
}

async function setPermissions(
  trx: Transaction<Schema>,
  { userId, permissions, albumIds, expectedUpdatedAt }: PermissionsChange,
  { now, unusableEmails }: AccountOptions,
): Promise<ChangedRights> {
  const before = await unchanged(trx, { userId, expectedUpdatedAt });
  const list = albumIds === undefined ? before.albumIds : await checkedList(trx, albumIds);
  if (permissions.includes('admin') && list !== null) throw new UserError(400, ADMIN_WITH_LIST);
  const losesAdmin = before.permissions.includes('admin') && !permissions.includes('admin');
  if (losesAdmin && !(await hasOtherAdmins(trx, userId, unusableEmails))) throw lastAdmin();
  const user = await changePermissions(trx, before, { permissions, albumIds: list, at: now() });
  if (losesAdmin) await takeBackLinks(trx, before, now());
  return { before, user };
}

async function setAlbums(
  trx: Transaction<Schema>,
  { albumIds, ...versioned }: AlbumsChange,
  { now }: AccountOptions,
): Promise<ChangedRights> {
  const before = await unchanged(trx, versioned);
  if (albumIds !== null && before.permissions.includes('admin')) throw new UserError(400, LIST_FOR_ADMIN);
  const list = await checkedList(trx, albumIds);
  const row = { album_ids: list && JSON.stringify(list), updated_at: nextUpdate(before, now()) };
  await trx.updateTable('users').set(row).where('id', '=', before.id).execute();
  return { before, user: await existing(trx, before.id) };
}

async function setBlocked(
  trx: Transaction<Schema>,
  { userId, blocked, by }: BlockChange,
  { now, unusableEmails }: AccountOptions,
): Promise<User> {
  const user = await existing(trx, userId);
  if (blocked && userId === by) throw new UserError(409, 'You cannot block yourself');
  if (blocked === (user.blockedAt !== null)) return user;
  const mustStay = blocked && user.permissions.includes('admin');
  if (mustStay && !(await hasOtherAdmins(trx, userId, unusableEmails))) throw lastAdmin();
  const blockedAt = blocked ? now() : null;
  await replaceBlock(trx, userId, { blocked_at: blockedAt, updated_at: nextUpdate(user, now()) });
  if (blocked) await takeBackLinks(trx, user, now());
  return existing(trx, userId);
}

/** A sign-in link that was already sent stays valid, under the new address. */
async function renameAccount(
  trx: Transaction<Schema>,
  { firstName, lastName, email, ...versioned }: Renaming,
  { now, unusableEmails }: AccountOptions,
): Promise<User> {
  const user = await unchanged(trx, versioned);
  const address = email ?? user.email;
  if (address !== user.email) {
    if (user.appleSubject !== null) throw new UserError(409, 'The e-mail address of this account is the one at Apple');
    if (unusableEmails.includes(address)) throw new UserError(409, `Nobody can sign in with "${address}" here`);
    if (await findBy(trx, 'email', address)) throw new UserError(409, `Another account has the address "${address}"`);
    await trx.updateTable('sign_in_links').set({ email: address }).where('email', '=', user.email).execute();
  }
  const names = { first_name: firstName, last_name: lastName, email: address };
  const row = { ...names, updated_at: nextUpdate(user, now()) };
  await trx.updateTable('users').set(row).where('id', '=', user.id).execute();
  return existing(trx, user.id);
}

async function removeAccount(
  trx: Transaction<Schema>,
  { userId, by }: Omit<BlockChange, 'blocked'>,
  { now, unusableEmails }: AccountOptions,
): Promise<User> {
  const user = await existing(trx, userId);
  if (userId === by) throw new UserError(409, 'You cannot delete yourself');
  if (user.permissions.includes('admin') && !(await hasOtherAdmins(trx, userId, unusableEmails))) throw lastAdmin();
  await takeBackLinks(trx, user, now());
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await trx.deleteFrom('passkey_challenges').where('user_id', '=', userId).execute();
  // Permissions and passkeys are deleted with the row.
  await trx.deleteFrom('users').where('id', '=', userId).execute();
  return user;
}

/**
 * Takes back the open invitations of a person who was blocked or deleted, or is no longer an admin, and the sign-in
 * links that they made or that were made for them: through these they could come back, or act as somebody else.
 */
async function takeBackLinks(trx: Transaction<Schema>, { id, email }: User, at: number): Promise<void> {
  await trx
    .updateTable('invitations')
    .set({ revoked_at: at })
    .where('created_by', '=', id)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .execute();
  await trx
    .deleteFrom('sign_in_links')
    .where((of) => of.or([of('made_by', '=', id), of('email', '=', email)]))
    .execute();
}

async function unchanged(trx: Transaction<Schema>, { userId, expectedUpdatedAt }: Versioned): Promise<User> {
  const user = await existing(trx, userId);
  if (expectedUpdatedAt === undefined || expectedUpdatedAt === user.updatedAt) return user;
  throw new UserError(409, 'Somebody else changed this user meanwhile: look at the new values and save again');
}

/** The reasons why nobody is an admin and has a list of albums at the same time. */
export const ADMIN_WITH_LIST = 'An admin sees all albums: take the list of albums away first';
const LIST_FOR_ADMIN = 'An admin sees all albums: take the permission admin away first';

function lastAdmin(): UserError {
  return new UserError(409, 'This is the last admin: make somebody else an admin first');
}

async function changePermissions(
  trx: Transaction<Schema>,
  user: User,
  { permissions, albumIds, at }: { permissions: readonly Permission[]; albumIds: AlbumList; at: number },
) {
  await replacePermissions(trx, user, permissions);
  const row = { updated_at: nextUpdate(user, at), album_ids: albumIds && JSON.stringify(albumIds) };
  await trx.updateTable('users').set(row).where('id', '=', user.id).execute();
  return existing(trx, user.id);
}

/**
 * Always later than the last update, even within the same millisecond, so that `expectedUpdatedAt` detects every
 * change.
 */
function nextUpdate(user: User, now: number): number {
  return Math.max(now, user.updatedAt + 1);
}
