import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/open.ts';
import { hashSecret, newSecret } from '../../http/security/secrets.ts';

const DAY_MS = 86_400_000;
export const SESSION_IDLE_MS = 30 * DAY_MS;
const SESSION_ABSOLUTE_MS = 90 * DAY_MS;
/** How outdated `last_used_at` may be: a write at each request would wear out the disk. */
const TOUCH_EVERY_MS = 3_600_000;

interface Session {
  id: string;
  userId: string;
}

export interface SessionRepository {
  /** Returns the token itself; only its hash is stored. */
  open(userId: string): Promise<string>;
  /** The session of a token, unless it has expired; each use of the session extends it. */
  find(token: string): Promise<Session | undefined>;
  isOpen(id: string): Promise<boolean>;
  close(id: string): Promise<void>;
  closeAllOf(emails: readonly string[]): Promise<void>;
}

export function sessionRepository(db: Database, now: () => number): SessionRepository {
  function unexpired() {
    return db
      .selectFrom('sessions')
      .select(['id', 'user_id as userId', 'last_used_at as lastUsedAt'])
      .where('last_used_at', '>', now() - SESSION_IDLE_MS)
      .where('created_at', '>', now() - SESSION_ABSOLUTE_MS);
  }

  async function sweep(): Promise<void> {
    await db
      .deleteFrom('sessions')
      .where((is) =>
        is.or([is('last_used_at', '<=', now() - SESSION_IDLE_MS), is('created_at', '<=', now() - SESSION_ABSOLUTE_MS)]),
      )
      .execute();
  }

  async function touch(id: string): Promise<void> {
    const update = db.updateTable('sessions').set({ last_used_at: now() }).where('id', '=', id);
    // A failed write does no harm, because the next request of the session tries again.
    await update.execute().catch(() => undefined);
  }

  return {
    open: async (userId) => {
      await sweep();
      const token = newSecret();
      const times = { created_at: now(), last_used_at: now() };
      const row = { id: randomUUID(), token_hash: hashSecret(token), user_id: userId, ...times };
      await db.insertInto('sessions').values(row).execute();
      return token;
    },

    find: async (token) => {
      const session = await unexpired().where('token_hash', '=', hashSecret(token)).executeTakeFirst();
      if (!session) return undefined;
      // Not awaited: a database that is busy for a while must not hold up a request that only reads.
      if (now() - session.lastUsedAt >= TOUCH_EVERY_MS) void touch(session.id);
      return { id: session.id, userId: session.userId };
    },

    isOpen: async (id) => (await unexpired().where('id', '=', id).executeTakeFirst()) !== undefined,

    close: async (id) => {
      await db.deleteFrom('sessions').where('id', '=', id).execute();
    },

    closeAllOf: async (emails) => {
      const users = db.selectFrom('users').select('id').where('email', 'in', emails);
      await db.deleteFrom('sessions').where('user_id', 'in', users).execute();
    },
  };
}
