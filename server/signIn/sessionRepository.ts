import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { UNKNOWN_DEVICE } from '#domain/signIn/deviceName.ts';
import { MESSAGES } from '#domain/messages.ts';
import type { AccountTables } from '#server/core/db/accountTables.ts';
import type { Database } from '#server/core/db/open.ts';
import { UserError } from '#server/core/errors.ts';
import { hashSecret, newSecret } from '#server/core/http/security/secrets.ts';
import { SESSIONS } from '#server/core/limits.ts';

const DAY_MS = 86_400_000;
export const SESSION_IDLE_MS = 30 * DAY_MS;
const SESSION_ABSOLUTE_MS = 90 * DAY_MS;

export class AccountBlockedError extends UserError {
  override name = 'AccountBlockedError';
}

interface Session {
  id: string;
  userId: string;
}

interface FoundSession extends Session {
  /** The time of the next check: the session's next use is to be noted then, or it ends. */
  recheckAt: number;
}

interface ListedSession {
  id: string;
  device: string;
  createdAt: number;
  lastUsedAt: number;
}

export interface SessionRepository {
  /** Returns the token itself; only its hash is stored. Throws an AccountBlockedError. */
  open(userId: string, device?: string): Promise<string>;
  /** The session of a token, unless it has expired; each use of the session extends it. */
  find(token: string): Promise<FoundSession | undefined>;
  isOpen(id: string): Promise<boolean>;
  /** The sessions of a person, the last used first. */
  listOf(userId: string): Promise<ListedSession[]>;
  /** Returns the device of the session that ended; undefined when the person has no such session. */
  close(session: Session): Promise<string | undefined>;
  /** Ends all other sessions of this session's person, and returns how many. */
  closeOthers(session: Session): Promise<number>;
  closeAllOf(emails: readonly string[]): Promise<void>;
}

export function sessionRepository(db: Database, now: () => number): SessionRepository {
  function unexpired() {
    return db
      .selectFrom('sessions')
      .select(['id', 'user_id as userId', 'device', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
      .where('last_used_at', '>', now() - SESSION_IDLE_MS)
      .where('created_at', '>', now() - SESSION_ABSOLUTE_MS);
  }

  async function touch({ id, userId }: Session): Promise<void> {
    const update = db.updateTable('sessions').set({ last_used_at: now() }).where('id', '=', id);
    // A failed write does no harm, because the next request of the session tries again.
    await update
      .execute()
      .then(() => noteSeen(db, userId, now()))
      .catch(() => undefined);
  }

  return {
    open: async (userId, device = UNKNOWN_DEVICE) => {
      await sweep(db, now());
      const token = newSecret();
      const times = { created_at: now(), last_used_at: now() };
      const row = { id: randomUUID(), token_hash: hashSecret(token), user_id: userId, ...times, device };
      const isOpen = await db.transaction().execute(async (transaction) => {
        await noteSeen(transaction, userId, now());
        return insertUnlessBlocked(transaction, row);
      });
      if (!isOpen) throw new AccountBlockedError(403, MESSAGES.accountBlocked);
      return token;
    },

    find: async (token) => {
      const session = await unexpired().where('token_hash', '=', hashSecret(token)).executeTakeFirst();
      if (!session) return undefined;
      // Not awaited: a database that is busy for a while must not hold up a request that only reads.
      const touchAt = session.lastUsedAt + SESSIONS.touchEveryMs;
      if (now() >= touchAt) void touch(session);
      const { id, userId, createdAt } = session;
      return { id, userId, recheckAt: Math.min(touchAt, createdAt + SESSION_ABSOLUTE_MS) };
    },

    isOpen: async (id) => (await unexpired().where('id', '=', id).executeTakeFirst()) !== undefined,

    listOf: async (userId) => {
      const ofUser = unexpired().where('user_id', '=', userId).orderBy('last_used_at', 'desc').limit(SESSIONS.listed);
      const rows = await ofUser.execute();
      return rows.map(({ id, device, createdAt, lastUsedAt }) => {
        return { id, device: device ?? UNKNOWN_DEVICE, createdAt, lastUsedAt };
      });
    },

    close: async ({ id, userId }) => {
      const own = db.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', userId);
      const ended = await own.returning('device').executeTakeFirst();
      return ended && (ended.device ?? UNKNOWN_DEVICE);
    },

    closeOthers: async ({ id, userId }) => {
      const others = db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', id);
      return Number((await others.executeTakeFirst()).numDeletedRows);
    },

    closeAllOf: (emails) => closeAllOf(db, emails),
  };
}

/**
 * Call in a transaction, which waits for the one that blocks the account. Otherwise PostgreSQL would show each of the
 * two the database from before the other, and the session would stay.
 */
async function insertUnlessBlocked(db: Database, row: Insertable<AccountTables['sessions']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('sessions')
    .columns(['id', 'token_hash', 'user_id', 'created_at', 'last_used_at', 'device'])
    .expression(
      db
        .selectFrom('users')
        .select((of) => [
          of.val(row.id).as('id'),
          of.val(row.token_hash).as('token_hash'),
          'users.id as user_id',
          of.val(row.created_at).as('created_at'),
          of.val(row.last_used_at).as('last_used_at'),
          of.val(row.device).as('device'),
        ])
        .where('users.id', '=', row.user_id)
        .where('blocked_at', 'is', null),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

async function sweep(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((is) =>
      is.or([is('last_used_at', '<=', now - SESSION_IDLE_MS), is('created_at', '<=', now - SESSION_ABSOLUTE_MS)]),
    )
    .execute();
}

/** Stored with the account: the list of people shows it after the session is gone. */
async function noteSeen(db: Database, userId: string, at: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ last_seen_at: at })
    .where('id', '=', userId)
    .where('blocked_at', 'is', null)
    .execute();
}

async function closeAllOf(db: Database, emails: readonly string[]): Promise<void> {
  const users = db.selectFrom('users').select('id').where('email', 'in', emails);
  await db.deleteFrom('sessions').where('user_id', 'in', users).execute();
}
