import { createHash, createHmac } from 'node:crypto';
import type { Database } from '../db/open.ts';
import { serverSecret } from '../http/security/secretRepository.ts';

export interface SettingsRepository {
  /** The names of the variables whose values differ from those of the last call; none at the first call. */
  changedSince(variables: Readonly<Record<string, string>>): Promise<string[]>;
}

export function settingsRepository(db: Database): SettingsRepository {
  return {
    changedSince: (variables) =>
      db.transaction().execute(async (transaction) => {
        const secret = await serverSecret(transaction, 'settings');
        const hash = (name: string, value: string) => hashOf(secret, name, value);
        const rows = Object.entries(variables).map(([name, value]) => ({ name, value_hash: hash(name, value) }));
        const seen = await transaction.selectFrom('settings_seen').selectAll().execute();
        const before = new Map(seen.map((row) => [row.name, row.value_hash]));
        const differs = rows.filter((row) => (before.get(row.name) ?? hash(row.name, '')) !== row.value_hash);
        if (seen.length > 0 && differs.length === 0) return [];
        await transaction.deleteFrom('settings_seen').execute();
        await transaction.insertInto('settings_seen').values(rows).execute();
        const changed = differs.filter(({ name }) => before.get(name) !== formerHashOf(name, variables[name] ?? ''));
        return seen.length > 0 ? changed.map(({ name }) => name) : [];
      }),
  };
}

/** With a secret, since short passwords are found by trying when their hashes are known. */
function hashOf(secret: string, name: string, value: string): string {
  return createHmac('sha256', Buffer.from(secret, 'hex')).update(`${name}=${value}`).digest('base64url');
}

/** The hash as earlier releases stored it: replaced at the first start, which notes no change because of that. */
function formerHashOf(name: string, value: string): string {
  return createHash('sha256').update(`${name}=${value}`).digest('base64url');
}
