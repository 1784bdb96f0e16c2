import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { tabletSettingsFrom } from '#domain/tablets/tabletSettings.ts';
import { keepNameFree } from '#server/keys/tabletKeyQueries.ts';
import type { Database } from '#server/core/db/open.ts';
import {
  insertTablet,
  type NewTabletRow,
  storedSettings,
  type TabletFields,
  findTablet,
  type StoredTablet,
  storedTablet,
  tabletRows,
} from './tabletQueries.ts';
import { type EndsWithTablet, makeKeyOf, type NewKey, tabletKeys } from './tabletKeyRepository.ts';

/** The facts about a tablet's presence that are stored now and then. */
interface TabletPresence {
  id: string;
  lastSeenAt: number;
  report: string | null;
  day: string;
  lastMinute: number;
  shown: string;
}

export interface TabletRepository extends ReturnType<typeof tabletKeys> {
  /** By name. */
  list(): Promise<StoredTablet[]>;
  find(id: string): Promise<StoredTablet | undefined>;
  /** Makes a tablet with its key. */
  create(fields: NewTabletRow): Promise<NewKey>;
  /** The tablet after the change; undefined when there is no such tablet. */
  update(id: string, changes: Partial<TabletFields>): Promise<StoredTablet | undefined>;
  savePresence(tablets: readonly TabletPresence[]): Promise<void>;
}

export function tabletRepository(db: Database, now: () => number, codes: Iterable<EndsWithTablet>): TabletRepository {
  return {
    ...tabletKeys(db, now, codes),

    list: async () => (await tabletRows(db).orderBy('name').execute()).map((row) => storedTablet(row, now())),

    find: (id) => findTablet(db, id, now()),

    create: (fields) =>
      db.transaction().execute(async (transaction) => {
        const id = await insertTablet(transaction, fields, now());
        return makeKeyOf(transaction, { id, now: now() });
      }),

    update: (id, changes) =>
      db.transaction().execute(async (transaction) => {
        await update(transaction, id, changes);
        return findTablet(transaction, id, now());
      }),

    savePresence: (tablets) => savePresence(db, tablets),
  };
}

async function update(db: Database, id: string, changes: Partial<TabletFields>): Promise<void> {
  const row = await db.selectFrom('tablets').select(['settings']).where('id', '=', id).executeTakeFirst();
  if (!row) return;
  const { name, albumIds, expiresAt, settings } = changes;
  if (name !== undefined) {
    await keepNameFree(db, name, id);
    await db.updateTable('api_keys').set({ name }).where('tablet_id', '=', id).execute();
    await db.updateTable('tablets').set({ name }).where('id', '=', id).execute();
  }
  const set = {
    ...(albumIds === undefined ? {} : { album_ids: albumIds && JSON.stringify(albumIds) }),
    ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
    ...(settings === undefined ? {} : { settings: changedSettings(row.settings, settings) }),
  };
  if (Object.keys(set).length > 0) await db.updateTable('tablets').set(set).where('id', '=', id).execute();
}

function changedSettings(stored: string, changes: Partial<TabletSettings>): string {
  return storedSettings({ ...tabletSettingsFrom(JSON.parse(stored)), ...changes });
}

async function savePresence(db: Database, tablets: readonly TabletPresence[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const { id, lastSeenAt, report, day, lastMinute, shown } of tablets) {
      await transaction
        .updateTable('tablets')
        .set({ last_seen_at: lastSeenAt, report, day, last_minute: lastMinute, shown })
        .where('id', '=', id)
        .execute();
    }
  });
}
