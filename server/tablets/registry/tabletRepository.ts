import { randomUUID } from 'node:crypto';
import { DEFAULT_TABLET_SETTINGS, type TabletSettings } from '../../../src/contract/tablets.ts';
import { tabletSettingsFrom } from '../../../src/domain/tablets/tabletSettings.ts';
import { addTablet, keepNameFree } from '../../auth/keys/tabletKeyQueries.ts';
import type { Database } from '../../db/open.ts';
import { UserError } from '../../errors.ts';
import { findTablet, type TabletKeys, tabletKeys } from './tabletKeys.ts';
import { type StoredTablet, tabletOf, tabletRows } from './tabletQueries.ts';

interface TabletFields {
  name: string;
  albumIds: readonly string[] | null;
  settings: Partial<TabletSettings>;
  expiresAt: number | null;
}

/** What is written down of a tablet's presence now and then. */
interface TabletPresence {
  id: string;
  lastSeenAt: number;
  report: string | null;
  day: string;
  lastMinute: number;
}

export interface TabletRepository extends TabletKeys {
  /** By name. */
  list(): Promise<StoredTablet[]>;
  find(id: string): Promise<StoredTablet | undefined>;
  /** Without a key: `waiting` until `addKeyTo`. */
  create(fields: TabletFields): Promise<string>;
  /** False when there is no such tablet. */
  update(id: string, changes: Partial<TabletFields>): Promise<boolean>;
  /** Throws when an active key that is not this tablet's has this name. */
  keepNameFree(id: string, name: string): Promise<void>;
  savePresence(tablets: readonly TabletPresence[]): Promise<void>;
}

const defaults: Record<string, unknown> = { ...DEFAULT_TABLET_SETTINGS };

/** The settings that differ from the defaults: a default that changes in a later version changes with them. */
function storedSettings(settings: TabletSettings): string {
  const differing = Object.entries(settings).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(defaults[field]),
  );
  return JSON.stringify(Object.fromEntries(differing));
}

export function tabletRepository(db: Database, now: () => number): TabletRepository {
  return {
    ...tabletKeys(db, now),

    list: async () => (await tabletRows(db).orderBy('name').execute()).map((row) => tabletOf(row, now())),

    find: (id) => findTablet(db, id, now()),

    create: ({ name, albumIds, expiresAt, settings }) =>
      db.transaction().execute(async (transaction) => {
        await keepNameFree(transaction, name);
        await keepWaitingNameFree(transaction, name);
        const id = randomUUID();
        const stored = storedSettings(tabletSettingsFrom(settings));
        await addTablet(transaction, { id, name, albumIds, expiresAt, settings: stored, now: now() });
        return id;
      }),

    keepNameFree: (id, name) => keepNameFree(db, name, id),

    update: (id, changes) => db.transaction().execute((transaction) => update(transaction, id, changes)),

    savePresence: (tablets) => savePresence(db, tablets),
  };
}

/** A tablet whose screen has not collected its key yet has no key of its name. */
async function keepWaitingNameFree(db: Database, name: string): Promise<void> {
  const waiting = await tabletRows(db).where('tablets.name', '=', name).execute();
  const isTaken = waiting.some((row) => !row.activeKeys && !row.revokedKeys);
  if (isTaken) throw new UserError(409, `There is a tablet named "${name}" already, which waits for its screen`);
}

async function update(db: Database, id: string, changes: Partial<TabletFields>): Promise<boolean> {
  const row = await db.selectFrom('tablets').select(['settings']).where('id', '=', id).executeTakeFirst();
  if (!row) return false;
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
  return true;
}

function changedSettings(stored: string, changes: Partial<TabletSettings>): string {
  return storedSettings({ ...tabletSettingsFrom(JSON.parse(stored)), ...changes });
}

async function savePresence(db: Database, tablets: readonly TabletPresence[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const { id, lastSeenAt, report, day, lastMinute } of tablets) {
      await transaction
        .updateTable('tablets')
        .set({ last_seen_at: lastSeenAt, report, day, last_minute: lastMinute })
        .where('id', '=', id)
        .execute();
    }
  });
}
