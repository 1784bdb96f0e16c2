import type { Selectable, Transaction } from 'kysely';
import type { Permission } from '#contract/permissions.ts';
import type { AccountTables } from '#server/core/db/accountTables.ts';
import type { Database } from '#server/core/db/open.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { UserError } from '#server/core/errors.ts';
import { idsIn } from '#server/core/db/lists.ts';
import type { Rights } from '#server/core/access/credentials.ts';
import { type AlbumList, livingList } from './albumListQueries.ts';
import { permissionsInOrder } from './personFields.ts';

export interface User {
  id: string;
  appleSubject: string | null;
  email: string;
  firstName: string;
  lastName: string;
  permissions: Permission[];
  createdAt: number;
  updatedAt: number;
  /** Null unless an admin blocked the account. */
  blockedAt: number | null;
  /** Null unless somebody has signed in to it. */
  lastSeenAt: number | null;
  /** The albums that the person sees, each with all below it; null: all. */
  albumIds: AlbumList;
}

type UserRow = Selectable<AccountTables['users']>;
type Executor = Database | Transaction<Schema>;

export function userOf(row: UserRow, permissions: readonly Permission[]): User {
  return {
    id: row.id,
    appleSubject: row.apple_subject,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    permissions: permissionsInOrder(permissions),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    blockedAt: row.blocked_at,
    lastSeenAt: row.last_seen_at,
    albumIds: idsIn(row.album_ids),
  };
}

export async function permissionsOf(db: Executor, id: string): Promise<Permission[]> {
  const rows = await db.selectFrom('user_permissions').select('permission').where('user_id', '=', id).execute();
  return permissionsInOrder(rows.map((row) => row.permission));
}

/** The person's permissions, and the albums that they see. An admin sees everything. */
export async function rightsOf(db: Executor, id: string): Promise<Rights> {
  const row = await db.selectFrom('users').select('album_ids').where('id', '=', id).executeTakeFirst();
  const permissions = await permissionsOf(db, id);
  return { permissions, albumIds: permissions.includes('admin') ? null : row ? idsIn(row.album_ids) : [] };
}

export async function findBy(
  db: Executor,
  column: 'id' | 'email' | 'apple_subject',
  value: string,
): Promise<User | undefined> {
  const row = await db.selectFrom('users').selectAll().where(column, '=', value).executeTakeFirst();
  const user = row && userOf(row, await permissionsOf(db, row.id));
  return user && { ...user, albumIds: await livingList(db, user.albumIds) };
}

export async function existing(db: Executor, id: string): Promise<User> {
  const user = await findBy(db, 'id', id);
  if (!user) throw new UserError(404, 'There is no such user');
  return user;
}

export async function replacePermissions(db: Executor, user: User, permissions: readonly Permission[]): Promise<void> {
  await db.deleteFrom('user_permissions').where('user_id', '=', user.id).execute();
  const rows = permissionsInOrder(permissions).map((permission) => ({ user_id: user.id, permission }));
  if (rows.length > 0) await db.insertInto('user_permissions').values(rows).execute();
}

/** Blocks or unblocks an account. A blocked account has no sessions. */
export async function replaceBlock(db: Executor, id: string, row: Pick<UserRow, 'blocked_at' | 'updated_at'>) {
  await db.updateTable('users').set(row).where('id', '=', id).execute();
  if (row.blocked_at !== null) await db.deleteFrom('sessions').where('user_id', '=', id).execute();
}

/** The ids of all who may act as admins now, for use in another query. */
export function activeAdmins(db: Executor) {
  return db
    .selectFrom('user_permissions')
    .innerJoin('users', 'users.id', 'user_permissions.user_id')
    .select('users.id')
    .where('user_permissions.permission', '=', 'admin')
    .where('users.blocked_at', 'is', null);
}

/** Whether somebody else can act as an admin: blocked accounts and those that nobody can sign in to do not count. */
export async function hasOtherAdmins(db: Executor, id: string, unusableEmails: readonly string[]): Promise<boolean> {
  const admins = await db
    .selectFrom('user_permissions')
    .innerJoin('users', 'users.id', 'user_permissions.user_id')
    .select('users.email')
    .where('user_permissions.permission', '=', 'admin')
    .where('users.id', '!=', id)
    .where('users.blocked_at', 'is', null)
    .execute();
  return admins.some((admin) => !unusableEmails.includes(admin.email));
}
