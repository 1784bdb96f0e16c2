import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { InvitationState } from '#contract/invitations/schemas.ts';
import type { Permission } from '#contract/permissions.ts';
import { invitationState } from '#domain/invitations/invitationTerms.ts';
import { isPermission } from '#domain/access/permissions.ts';
import type { AccountTables } from '#server/core/db/accountTables.ts';
import { idsIn } from '#server/core/db/lists.ts';
import type { Database } from '#server/core/db/open.ts';
import { hashSecret, newSecret } from '#server/core/http/security/secrets.ts';
import { type AlbumList, livingList } from '#server/users/albumListQueries.ts';
import { activeAdmins, type User } from '#server/users/userQueries.ts';
import { normalEmail, type UserRepository } from '#server/users/userRepository.ts';

const LISTED = 200;
/** The time for which ended invitations are listed. */
const RETENTION_MS = 30 * 24 * 3_600_000;

export interface StoredInvitation {
  id: string;
  name: string;
  email: string | null;
  permissions: Permission[];
  /** The albums that the account sees from the start; null: all. */
  albumIds: AlbumList;
  invitedBy: string;
  createdAt: number;
  expiresAt: number;
  state: InvitationState;
  usedAt: number | null;
  usedBy: string | null;
}

interface InvitationFields {
  name: string;
  email: string | null;
  permissions: readonly Permission[];
  albumIds: AlbumList;
  expiresAt: number;
  /** The id of the admin. */
  by: string;
}

type MakeAccount = (invitation: StoredInvitation, users: UserRepository) => Promise<User>;

export interface InvitationRepository {
  /** Returns the link's token too; only its hash is stored. */
  create(fields: InvitationFields): Promise<{ id: string; token: string }>;
  /** The newest first. */
  list(): Promise<StoredInvitation[]>;
  find(id: string): Promise<StoredInvitation | undefined>;
  /** The invitation of a token, in whichever state it is. */
  ofToken(token: string): Promise<StoredInvitation | undefined>;
  /** False when it is not open any more. */
  takeBack(id: string): Promise<boolean>;
  /**
   * Uses an open invitation up and makes its account, both or neither; undefined when it is not open. Of several calls at
   * the same time one gets it.
   */
  accept(token: string, makeAccount: MakeAccount): Promise<User | undefined>;
}

type Row = Selectable<AccountTables['invitations']> &
  Record<'byFirst' | 'byLast' | 'usedFirst' | 'usedLast' | 'byAdmin', string | null>;

interface InvitationSources {
  db: Database;
  now: () => number;
  users: Pick<UserRepository, 'inTransaction'>;
}

export function invitationRepository({ db, now, users }: InvitationSources): InvitationRepository {
  const rows = (from: Database = db) =>
    from
      .selectFrom('invitations')
      .leftJoin('users as inviting', 'inviting.id', 'invitations.created_by')
      .leftJoin('users as invited', 'invited.id', 'invitations.used_by')
      .leftJoin(activeAdmins(from).as('admins'), 'admins.id', 'invitations.created_by')
      .selectAll('invitations')
      .select(['inviting.first_name as byFirst', 'inviting.last_name as byLast'])
      .select(['invited.first_name as usedFirst', 'invited.last_name as usedLast', 'admins.id as byAdmin']);
  const all = (found: readonly Row[], from: Database = db) => invitationsOf(from, found, now());
  const one = async (row: Row | undefined, from?: Database) => (row ? (await all([row], from))[0] : undefined);

  return {
    create: async ({ name, email, permissions, albumIds, expiresAt, by }) => {
      const forgotten = now() - RETENTION_MS;
      await db.deleteFrom('invitations').where('expires_at', '<=', forgotten).execute();
      const token = newSecret();
      const id = randomUUID();
      const times = { created_at: now(), expires_at: expiresAt };
      const rights = { permissions: JSON.stringify(permissions), album_ids: albumIds && JSON.stringify(albumIds) };
      const row = { id, name, email: email && normalEmail(email), ...rights, ...times };
      await db
        .insertInto('invitations')
        .values({ ...row, token_hash: hashSecret(token), created_by: by })
        .execute();
      return { id, token };
    },

    list: async () => {
      return all(await rows().orderBy('invitations.created_at', 'desc').limit(LISTED).execute());
    },

    find: async (id) => one(await rows().where('invitations.id', '=', id).executeTakeFirst()),

    ofToken: async (token) =>
      one(await rows().where('invitations.token_hash', '=', hashSecret(token)).executeTakeFirst()),

    takeBack: async (id) => {
      const open = db.updateTable('invitations').where('id', '=', id).where('used_at', 'is', null);
      const stillOpen = open.where('revoked_at', 'is', null).where('expires_at', '>', now());
      const { numUpdatedRows } = await stillOpen.set({ revoked_at: now() }).executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    accept: (token, makeAccount) =>
      users.inTransaction(async (within, transaction) => {
        const open = transaction.updateTable('invitations').where('token_hash', '=', hashSecret(token));
        const spent = await open
          .where('used_at', 'is', null)
          .where('revoked_at', 'is', null)
          .where('expires_at', '>', now())
          .where('created_by', 'in', activeAdmins(transaction))
          .set({ used_at: now() })
          .returning('id')
          .executeTakeFirst();
        const invitation =
          spent &&
          (await one(await rows(transaction).where('invitations.id', '=', spent.id).executeTakeFirst(), transaction));
        if (!invitation) return undefined;
        const user = await makeAccount(invitation, within);
        await transaction.updateTable('invitations').set({ used_by: user.id }).where('id', '=', spent.id).execute();
        return user;
      }),
  };
}

/** The invitations, without the albums that were deleted for good. */
async function invitationsOf(db: Database, rows: readonly Row[], now: number): Promise<StoredInvitation[]> {
  const invitations = rows.map((row) => invitationOf(row, now));
  const living = new Set(await livingList(db, [...new Set(invitations.flatMap(({ albumIds }) => albumIds ?? []))]));
  for (const one of invitations) one.albumIds = one.albumIds && one.albumIds.filter((id) => living.has(id));
  return invitations;
}

function invitationOf(row: Row, now: number): StoredInvitation {
  const course = { expiresAt: row.expires_at, usedAt: row.used_at, revokedAt: row.revoked_at };
  const permissions: unknown = JSON.parse(row.permissions);
  const state = invitationState(course, now);
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    permissions: Array.isArray(permissions) ? permissions.filter(isPermission) : [],
    albumIds: idsIn(row.album_ids),
    invitedBy: joinedName(row.byFirst, row.byLast) ?? 'An admin',
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    // An invitation ends when the admin who made it is no longer an admin.
    state: state === 'open' && row.byAdmin === null ? 'taken-back' : state,
    usedAt: row.used_at,
    usedBy: joinedName(row.usedFirst, row.usedLast),
  };
}

function joinedName(first: string | null, last: string | null): string | null {
  return `${first ?? ''} ${last ?? ''}`.trim() || null;
}
