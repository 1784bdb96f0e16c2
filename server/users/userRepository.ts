import { randomUUID } from 'node:crypto';
import { Transaction } from 'kysely';
import type { Permission } from '#contract/permissions.ts';
import type { Database } from '#server/core/db/open.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { accountChanges, type AccountOptions, changePermissions, nextUpdate } from './accessQueries.ts';
import {
  existing,
  findBy,
  hasOtherAdmins,
  permissionsOf,
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
}

export interface UserRepository extends ReturnType<typeof accountChanges> {
  list(): Promise<User[]>;
  find(id: string): Promise<User | undefined>;
  findByEmail(email: string): Promise<User | undefined>;
  findByAppleSubject(subject: string): Promise<User | undefined>;
  permissionsOf(id: string): Promise<Permission[]>;
  /** Whether somebody can act as an admin: blocked accounts and those that nobody can sign in to do not count. */
  hasAdmin(): Promise<boolean>;
  create(user: NewUser): Promise<User>;
  /** The account with this e-mail address, created if there is none; calls at the same time create one account. */
  findOrCreate(user: NewUser): Promise<User>;
  /** Runs reads and writes as one transaction, in which `work` may also write to other tables. */
  inTransaction<Result>(work: (users: UserRepository, transaction: Database) => Promise<Result>): Promise<Result>;
  /** Adds permissions to those that the account has. */
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
  return users.map((row) => {
    const entries = byUser.get(row.id) ?? [];
    return userOf(
      row,
      entries.map((entry) => entry.permission),
    );
  });
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
    findByEmail: (email) => findBy(db, 'email', normalEmail(email)),
    findByAppleSubject: (subject) => findBy(db, 'apple_subject', subject),
    permissionsOf: (id) => permissionsOf(db, id),
    hasAdmin: () => hasOtherAdmins(db, '', options.unusableEmails),

    create: ({ email, firstName = '', lastName = '', appleSubject, permissions = [] }) =>
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
        };
        await trx.insertInto('users').values(row).execute();
        await replacePermissions(trx, userOf(row, []), permissions);
        return existing(trx, id);
      }),

    grant: (id, permissions) =>
      atomically(db, async (trx) => {
        const user = await existing(trx, id);
        if (permissions.every((permission) => user.permissions.includes(permission))) return user;
        return changePermissions(trx, user, { permissions: [...user.permissions, ...permissions], at: now() });
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
