import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import type { ShownName, Tablet, TabletReport } from '#contract/tablets/schemas.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { DEFAULT_TABLET_SETTINGS } from '#contract/tablets/tabletSettings.ts';
import { isRecord, textOf } from '#domain/records.ts';
import { tabletSettingsFrom } from '#domain/tablets/tabletSettings.ts';
import { addTablet, keepNameFree } from '#server/keys/tabletKeyQueries.ts';
import { idsIn } from '#server/core/db/lists.ts';
import type { Database } from '#server/core/db/open.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { UserError } from '#server/core/errors.ts';

export interface StoredTablet {
  id: string;
  name: string;
  albumIds: string[] | null;
  settings: TabletSettings;
  createdAt: number;
  expiresAt: number | null;
  lastSeenAt: number | null;
  report: TabletReport | null;
  state: 'waiting' | 'active' | 'revoked';
  day: string;
  lastMinute: number | null;
  shown: ShownName[];
  guestCode: Tablet['guestCode'];
}

/** The share whose code the tablet of this row shows. */
function guestCode(query: ExpressionBuilder<Schema, 'tablets'>) {
  return query
    .selectFrom('shares')
    .whereRef('shares.tablet_id', '=', 'tablets.id')
    .where('shares.revoked_at', 'is', null)
    .orderBy('shares.created_at', 'desc')
    .limit(1);
}

/** The rows of tablets, with how many keys of each are active and revoked. */
export function tabletRows(db: Database) {
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
      guestCode(query).select('shares.album_id').as('codeAlbumId'),
      guestCode(query).select('shares.may_upload').as('codeUpload'),
    ]);
}

export async function findTablet(db: Database, id: string, now: number): Promise<StoredTablet | undefined> {
  const row = await tabletRows(db).where('tablets.id', '=', id).executeTakeFirst();
  return row && storedTablet(row, now);
}

type TabletRow = Awaited<ReturnType<ReturnType<typeof tabletRows>['executeTakeFirstOrThrow']>>;

export function storedTablet(row: TabletRow, now: number): StoredTablet {
  const isOver = row.expires_at !== null && row.expires_at <= now;
  const withoutKey = row.revokedKeys ? 'revoked' : 'waiting';
  return {
    id: row.id,
    name: row.name,
    albumIds: idsIn(row.album_ids),
    settings: tabletSettingsFrom(JSON.parse(row.settings)),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastSeenAt: row.last_seen_at,
    report: row.report === null ? null : reportOf(JSON.parse(row.report)),
    state: isOver ? 'revoked' : row.activeKeys ? 'active' : withoutKey,
    day: row.day,
    lastMinute: row.last_minute,
    shown: shownIn(JSON.parse(row.shown)),
    guestCode:
      row.codeAlbumId === null || row.codeUpload === null
        ? null
        : { albumId: row.codeAlbumId, mayUpload: row.codeUpload },
  };
}

function shownIn(stored: unknown): ShownName[] {
  if (!Array.isArray(stored)) return [];
  return stored
    .filter((one) => isRecord(one))
    .map((one) => ({ filename: textOf(one, 'filename'), albumSlug: textOf(one, 'albumSlug'), at: textOf(one, 'at') }));
}

/** The report was checked when it arrived; only `path` is always there. */
function reportOf(stored: unknown): TabletReport | null {
  if (!isRecord(stored) || typeof stored.path !== 'string') return null;
  return { ...stored, path: stored.path };
}

export interface TabletFields {
  name: string;
  albumIds: readonly string[] | null;
  settings: Partial<TabletSettings>;
  expiresAt: number | null;
}

export interface NewTabletRow extends TabletFields {
  /** The id of the person who makes it. */
  madeBy?: string;
}

const defaults: Record<string, unknown> = { ...DEFAULT_TABLET_SETTINGS };

/** The settings that differ from the defaults: the others follow the defaults of later versions. */
export function storedSettings(settings: TabletSettings): string {
  const differing = Object.entries(settings).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(defaults[field]),
  );
  return JSON.stringify(Object.fromEntries(differing));
}

/** Makes a tablet without a key. `db` is a transaction. */
export async function insertTablet(db: Database, fields: NewTabletRow, now: number): Promise<string> {
  const { name, albumIds, expiresAt } = fields;
  await keepNameFree(db, name);
  await keepWaitingNameFree(db, name);
  const id = randomUUID();
  const settings = storedSettings(tabletSettingsFrom(fields.settings));
  await addTablet(db, { id, name, albumIds, expiresAt, settings, now });
  if (fields.madeBy !== undefined) await noteMaker(db, id, fields.madeBy);
  return id;
}

/** Notes the person who was given a tablet's key, in the same transaction. */
export async function noteMaker(db: Database, id: string, by: string): Promise<void> {
  await db.updateTable('tablets').set({ made_by: by }).where('id', '=', id).execute();
}

/** A tablet whose screen has not collected its key yet reserves its name without a key. */
async function keepWaitingNameFree(db: Database, name: string): Promise<void> {
  const waiting = await tabletRows(db).where('tablets.name', '=', name).execute();
  const isTaken = waiting.some((row) => !row.activeKeys && !row.revokedKeys);
  if (isTaken) throw new UserError(409, `There is a tablet named "${name}" already, which waits for its screen`);
}
