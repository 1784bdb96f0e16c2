import { isoTime } from '#domain/clock/isoTime.ts';
import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { PasskeyRecord } from '#contract/passkeys/schemas.ts';
import type { AccountTables } from '#server/core/db/accountTables.ts';
import type { Database } from '#server/core/db/open.ts';
import { SIGN_INS } from '#server/core/limits.ts';

export interface Passkey {
  id: string;
  credentialId: string;
  userId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: string[];
  host: string;
  name: string;
  createdAt: number;
  lastUsedAt: number | null;
}

type NewPasskey = Omit<Passkey, 'id' | 'createdAt' | 'lastUsedAt'>;
type OwnPasskey = Pick<Passkey, 'id' | 'userId'>;

export interface PasskeyRepository {
  /** The passkeys of a person, the oldest first. */
  listOf(userId: string): Promise<Passkey[]>;
  find(credentialId: string): Promise<Passkey | undefined>;
  /** Adds a passkey, or returns why it cannot be added. `known`: the authenticator already has a passkey here. */
  add(passkey: NewPasskey): Promise<Passkey | 'known' | 'too-many' | 'blocked'>;
  /** False when the person has no such passkey. */
  rename(passkey: OwnPasskey, name: string): Promise<boolean>;
  /** The name of the passkey that was removed; undefined when the person has no such passkey. */
  remove(passkey: OwnPasskey): Promise<string | undefined>;
  /** `behind`: the authenticator's counter was higher before, so that this signature was made by a copy of it. */
  noteUse(passkey: Pick<Passkey, 'id'>, counter: number): Promise<'noted' | 'behind' | 'removed'>;
}

export function passkeyRepository(db: Database, now: () => number): PasskeyRepository {
  return {
    listOf: async (userId) => {
      const rows = db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at');
      return (await rows.execute()).map(passkeyOf);
    },

    find: async (credentialId) => {
      const row = db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId);
      const found = await row.executeTakeFirst();
      return found && passkeyOf(found);
    },

    add: (passkey) =>
      db.transaction().execute(async (transaction) => {
        // The account may have been blocked since the call began.
        const owner = transaction.selectFrom('users').select('id').where('id', '=', passkey.userId);
        if (!(await owner.where('blocked_at', 'is', null).executeTakeFirst())) return 'blocked';
        const others = transaction.selectFrom('passkeys').select('id').where('user_id', '=', passkey.userId);
        if ((await others.execute()).length >= SIGN_INS.passkeys) return 'too-many';
        const row = { ...rowOf(passkey), id: randomUUID(), created_at: now(), last_used_at: null };
        const insertion = transaction.insertInto('passkeys').values(row);
        const unlessKnown = insertion.onConflict((conflict) => conflict.column('credential_id').doNothing());
        const added = await unlessKnown.returningAll().executeTakeFirst();
        return added ? passkeyOf(added) : 'known';
      }),

    rename: async ({ id, userId }, name) => {
      const update = db.updateTable('passkeys').set({ name }).where('id', '=', id).where('user_id', '=', userId);
      return (await update.executeTakeFirst()).numUpdatedRows > 0n;
    },

    remove: async ({ id, userId }) => {
      const deletion = db.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId);
      return (await deletion.returning('name').executeTakeFirst())?.name;
    },

    noteUse: ({ id }, counter) =>
      db.transaction().execute(async (transaction) => {
        const update = transaction.updateTable('passkeys').set({ counter, last_used_at: now() }).where('id', '=', id);
        // Compared in the same statement, since the same signature may arrive twice at once.
        const unlessBehind = counter === 0 ? update.where('counter', '=', 0) : update.where('counter', '<', counter);
        if ((await unlessBehind.executeTakeFirst()).numUpdatedRows > 0n) return 'noted';
        const row = transaction.selectFrom('passkeys').select('id').where('id', '=', id);
        return (await row.executeTakeFirst()) ? 'behind' : 'removed';
      }),
  };
}

function passkeyOf(row: Selectable<AccountTables['passkeys']>): Passkey {
  const transports: unknown = JSON.parse(row.transports);
  return {
    id: row.id,
    credentialId: row.credential_id,
    userId: row.user_id,
    publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
    counter: row.counter,
    transports: Array.isArray(transports) ? transports.filter((way) => typeof way === 'string') : [],
    host: row.host,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}

function rowOf({ credentialId, userId, publicKey, counter, transports, host, name }: NewPasskey) {
  return {
    credential_id: credentialId,
    user_id: userId,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: JSON.stringify(transports),
    host,
    name,
  };
}

/** A passkey as its owner is shown it. */
export function passkeyRecord({ id, name, host, createdAt, lastUsedAt }: Passkey): PasskeyRecord {
  const used = isoTime(lastUsedAt);
  return { id, name, host, createdAt: isoTime(createdAt), lastUsedAt: used };
}

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
  /** Whether this challenge was given out and not used yet; it is used up by this call. */
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
