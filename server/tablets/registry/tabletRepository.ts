import { randomUUID } from 'node:crypto';
import { DEFAULT_TABLET_SETTINGS, type TabletReport, type TabletSettings } from '../../../src/contract/tablets.ts';
import { isRecord } from '../../../src/domain/records.ts';
import { tabletSettingsFrom } from '../../../src/domain/tablets/tabletSettings.ts';
import { addKey, addTablet, dropUnusedKeys, keepNameFree, revokeKeysOf } from '../../auth/keys/tabletKeyQueries.ts';
import type { Database } from '../../db/open.ts';
import { UserError } from '../../errors.ts';

export interface StoredTablet {
  id: string;
  name: string;
  albumIds: string[] | null;
  settings: TabletSettings;
  createdAt: number;
  expiresAt: number | null;
  lastSeenAt: number | null;
  report: TabletReport | null;
  keyWaiting: boolean;
  state: 'waiting' | 'active' | 'revoked';
  day: string;
  lastMinute: number | null;
}

export interface TabletFields {
  name: string;
  albumIds: readonly string[] | null;
  settings: Partial<TabletSettings>;
  expiresAt: number | null;
}

/** What is written down of a tablet's presence now and then. */
export interface TabletPresence {
  id: string;
  lastSeenAt: number;
  report: string | null;
  day: string;
  lastMinute: number;
}

export interface TabletRepository {
  /** By name. */
  list(): Promise<StoredTablet[]>;
  find(id: string): Promise<StoredTablet | undefined>;
  /** Without a key: `waiting` until `addKeyTo`. */
  create(fields: TabletFields): Promise<string>;
  /** False when there is no such tablet. */
  update(id: string, changes: Partial<TabletFields>): Promise<boolean>;
  /** Returns a new key, which ends the older ones at once, or when it is first used. */
  addKeyTo(id: string, older: 'end now' | 'end at first use'): Promise<string>;
  /** Notes that the tablet is to collect a new key. */
  orderKey(id: string): Promise<void>;
  revoke(id: string): Promise<void>;
  /** Its keys stay known as revoked. */
  remove(id: string): Promise<void>;
  savePresence(tablets: readonly TabletPresence[]): Promise<void>;
}

export const NO_SUCH_TABLET = 'There is no such tablet (any more)';

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
    list: async () => (await tabletRows(db).orderBy('name').execute()).map((row) => tabletOf(row, now())),

    find: async (id) => {
      const row = await tabletRows(db).where('tablets.id', '=', id).executeTakeFirst();
      return row && tabletOf(row, now());
    },

    create: ({ name, albumIds, expiresAt, settings }) =>
      db.transaction().execute(async (transaction) => {
        await keepNameFree(transaction, name);
        const id = randomUUID();
        const stored = storedSettings(tabletSettingsFrom(settings));
        await addTablet(transaction, { id, name, albumIds, expiresAt, settings: stored, now: now() });
        return id;
      }),

    update: (id, changes) => db.transaction().execute((transaction) => update(transaction, id, changes)),

    addKeyTo: (id, older) =>
      db.transaction().execute(async (transaction) => {
        const tablet = await transaction.selectFrom('tablets').select('name').where('id', '=', id).executeTakeFirst();
        if (!tablet) throw new UserError(404, NO_SUCH_TABLET);
        await dropUnusedKeys(transaction, id);
        if (older === 'end now') await revokeKeysOf(transaction, { tabletId: id, now: now() });
        return addKey(transaction, { name: tablet.name, use: 'kiosk', tabletId: id, now: now() });
      }),

    orderKey: async (id) => {
      await db.updateTable('tablets').set({ key_wanted_at: now() }).where('id', '=', id).execute();
    },

    revoke: (id) => revokeKeysOf(db, { tabletId: id, now: now() }),

    remove: (id) =>
      db.transaction().execute(async (transaction) => {
        await dropUnusedKeys(transaction, id);
        await revokeKeysOf(transaction, { tabletId: id, now: now() });
        await transaction.deleteFrom('tablets').where('id', '=', id).execute();
      }),

    savePresence: (tablets) => savePresence(db, tablets),
  };
}

function tabletRows(db: Database) {
  return db
    .selectFrom('tablets')
    .selectAll('tablets')
    .select((query) => [
      query
        .selectFrom('api_keys')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('api_keys.tablet_id', '=', 'tablets.id')
        .where('api_keys.revoked_at', 'is', null)
        .as('activeKeys'),
      query
        .selectFrom('api_keys')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('api_keys.tablet_id', '=', 'tablets.id')
        .where('api_keys.revoked_at', 'is not', null)
        .as('revokedKeys'),
    ]);
}

type TabletRow = Awaited<ReturnType<ReturnType<typeof tabletRows>['executeTakeFirstOrThrow']>>;

function tabletOf(row: TabletRow, now: number): StoredTablet {
  const isOver = row.expires_at !== null && row.expires_at <= now;
  const withoutKey = row.revokedKeys ? 'revoked' : 'waiting';
  return {
    id: row.id,
    name: row.name,
    albumIds: row.album_ids === null ? null : idsOf(JSON.parse(row.album_ids)),
    settings: tabletSettingsFrom(JSON.parse(row.settings)),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastSeenAt: row.last_seen_at,
    report: row.report === null ? null : reportOf(JSON.parse(row.report)),
    keyWaiting: row.key_wanted_at !== null,
    state: isOver ? 'revoked' : row.activeKeys ? 'active' : withoutKey,
    day: row.day,
    lastMinute: row.last_minute,
  };
}

function idsOf(ids: unknown): string[] {
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
}

/** The report was checked when it came; only `path` is always there. */
function reportOf(stored: unknown): TabletReport | null {
  if (!isRecord(stored) || typeof stored.path !== 'string') return null;
  return { ...stored, path: stored.path };
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
