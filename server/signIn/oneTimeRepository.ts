import type { Database } from '#server/core/db/open.ts';
import { activeAdmins } from '#server/users/userQueries.ts';
import { normalEmail } from '#server/users/userRepository.ts';
import { hashSecret, newSecret } from '#server/core/http/security/secrets.ts';

export const LINK_LIFE_MS = 15 * 60_000;

interface LinkOrigin {
  /** The id of the admin, if one makes it. */
  madeBy?: string;
  /** The id of the session that goes on at another address. */
  replaces?: string;
}

/** Secrets that can be used once: sign-in links and the nonces of Apple's tokens. */
export interface OneTimeRepository {
  /** Returns the link's token; only its hash is stored. */
  createLink(email: string, origin?: LinkOrigin): Promise<string>;
  /**
   * The e-mail address that the link was made for; undefined when it was used before, is too old, its maker is no admin
   * any more, or the session that it replaces has ended. That session ends here.
   */
  spendLink(token: string): Promise<string | undefined>;
  /** Like `spendLink`, but only for a link with which a session goes on elsewhere; any other stays unused. */
  spendGoOnLink(token: string): Promise<string | undefined>;
  /** The e-mail address of the person whose session a link goes on with; nothing is used up. */
  readGoOnLink(token: string): Promise<string | undefined>;
  /** False when this nonce was spent before. */
  spendNonce(nonce: string, expiresAt: number): Promise<boolean>;
}

export function oneTimeRepository(db: Database, now: () => number): OneTimeRepository {
  async function spend(token: string, isGoingOn: boolean): Promise<string | undefined> {
    const any = db.deleteFrom('sign_in_links').where('token_hash', '=', hashSecret(token));
    const link = isGoingOn ? any.where('replaces', 'is not', null) : any;
    const ofAdmin = link.where((of) => of.or([of('made_by', 'is', null), of('made_by', 'in', activeAdmins(db))]));
    const spent = await ofAdmin.returning(['email', 'expires_at', 'replaces']).executeTakeFirst();
    if (!spent || spent.expires_at <= now()) return undefined;
    if (spent.replaces === null) return spent.email;
    const ended = await db.deleteFrom('sessions').where('id', '=', spent.replaces).executeTakeFirst();
    return ended.numDeletedRows > 0n ? spent.email : undefined;
  }

  return {
    createLink: async (email, { madeBy, replaces } = {}) => {
      await db.deleteFrom('sign_in_links').where('expires_at', '<=', now()).execute();
      const token = newSecret();
      const times = { expires_at: now() + LINK_LIFE_MS };
      const row = { token_hash: hashSecret(token), email: normalEmail(email), ...times, made_by: madeBy ?? null };
      await db
        .insertInto('sign_in_links')
        .values({ ...row, replaces: replaces ?? null })
        .execute();
      return token;
    },

    spendLink: (token) => spend(token, false),

    spendGoOnLink: (token) => spend(token, true),

    readGoOnLink: async (token) => {
      const link = db.selectFrom('sign_in_links').where('sign_in_links.token_hash', '=', hashSecret(token));
      const ofSession = link.innerJoin('sessions', 'sessions.id', 'sign_in_links.replaces');
      const found = await ofSession
        .where('sign_in_links.expires_at', '>', now())
        .select('sign_in_links.email')
        .executeTakeFirst();
      return found?.email;
    },

    spendNonce: async (nonce, expiresAt) => {
      await db.deleteFrom('used_nonces').where('expires_at', '<=', now()).execute();
      const row = { nonce, expires_at: expiresAt };
      const inserted = await db
        .insertInto('used_nonces')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
  };
}
