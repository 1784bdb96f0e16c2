import { createHash } from 'node:crypto';
import type { Database } from '../db/open.ts';

export interface SettingsRepository {
  /** The names of the variables whose values differ from those of the last call; none at the first call. */
  changedSince(variables: Readonly<Record<string, string>>): Promise<string[]>;
}

export function settingsRepository(db: Database): SettingsRepository {
  return {
    changedSince: (variables) =>
      db.transaction().execute(async (transaction) => {
        const rows = Object.entries(variables).map(([name, value]) => ({ name, value_hash: hashOf(name, value) }));
        const seen = await transaction.selectFrom('settings_seen').selectAll().execute();
        const before = new Map(seen.map((row) => [row.name, row.value_hash]));
        const changed = rows.filter(({ name, value_hash: hash }) => (before.get(name) ?? hashOf(name, '')) !== hash);
        if (seen.length > 0 && changed.length === 0) return [];
        await transaction.deleteFrom('settings_seen').execute();
        await transaction.insertInto('settings_seen').values(rows).execute();
        return seen.length > 0 ? changed.map(({ name }) => name) : [];
      }),
  };
}

function hashOf(name: string, value: string): string {
  return createHash('sha256').update(`${name}=${value}`).digest('base64url');
}
