import type { Database } from '../../db/open.ts';
import { SIGN_INS } from '../../limits.ts';

interface Challenge {
  challenge: string;
  /** The person who makes a passkey; null for a sign-in. */
  userId: string | null;
  host: string;
}

/**
 * Stores the challenges that authenticators have to sign: each is valid for one signature, for one purpose, for a short
 * time.
 */
export interface ChallengeRepository {
  keep(challenge: Challenge): Promise<void>;
  /** Whether this very challenge was given out and not used yet. It is used up by asking. */
  spend(challenge: Challenge): Promise<boolean>;
}

export function challengeRepository(db: Database, now: () => number): ChallengeRepository {
  return {
    keep: async ({ challenge, userId, host }) => {
      await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now()).execute();
      const row = { challenge, user_id: userId, host, expires_at: now() + SIGN_INS.challengeMs };
      await db.insertInto('passkey_challenges').values(row).execute();
    },

    spend: async ({ challenge, userId, host }) => {
      const deletion = db.deleteFrom('passkey_challenges').where('challenge', '=', challenge);
      const row = await deletion.returning(['user_id', 'host', 'expires_at']).executeTakeFirst();
      return row !== undefined && row.user_id === userId && row.host === host && row.expires_at > now();
    },
  };
}
