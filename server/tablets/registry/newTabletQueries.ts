import { randomUUID } from 'node:crypto';
import { DEFAULT_TABLET_SETTINGS } from '#contract/tablets.ts';
import type { TabletSettings } from '#contract/schemas/tabletSettings.ts';
import { tabletSettingsFrom } from '#domain/tablets/tabletSettings.ts';
import { addTablet, keepNameFree } from '../../auth/keys/tabletKeyQueries.ts';
import type { Database } from '../../db/open.ts';
import { UserError } from '../../errors.ts';
import { tabletRows } from './tabletQueries.ts';

export interface TabletFields {
  name: string;
  albumIds: readonly string[] | null;
  settings: Partial<TabletSettings>;
  expiresAt: number | null;
}

export interface NewTablet extends TabletFields {
  /** The id of the person who makes it. */
  madeBy?: string;
}

const defaults: Record<string, unknown> = { ...DEFAULT_TABLET_SETTINGS };

/** The settings that differ from the defaults: a default that changes in a later version changes with them. */
export function storedSettings(settings: TabletSettings): string {
  const differing = Object.entries(settings).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(defaults[field]),
  );
  return JSON.stringify(Object.fromEntries(differing));
}

/** Makes a tablet without a key. `db` is a transaction. */
export async function createTablet(db: Database, fields: NewTablet, now: number): Promise<string> {
  const { name, albumIds, expiresAt } = fields;
  await keepNameFree(db, name);
  await keepWaitingNameFree(db, name);
  const id = randomUUID();
  const settings = storedSettings(tabletSettingsFrom(fields.settings));
  await addTablet(db, { id, name, albumIds, expiresAt, settings, now });
  if (fields.madeBy !== undefined) await noteMaker(db, id, fields.madeBy);
  return id;
}

/** Notes who was given a tablet's key, in the transaction that gives it. */
export async function noteMaker(db: Database, id: string, by: string): Promise<void> {
  await db.updateTable('tablets').set({ made_by: by }).where('id', '=', id).execute();
}

/** A tablet whose screen has not collected its key yet has no key of its name. */
async function keepWaitingNameFree(db: Database, name: string): Promise<void> {
  const waiting = await tabletRows(db).where('tablets.name', '=', name).execute();
  const isTaken = waiting.some((row) => !row.activeKeys && !row.revokedKeys);
  if (isTaken) throw new UserError(409, `There is a tablet named "${name}" already, which waits for its screen`);
}
