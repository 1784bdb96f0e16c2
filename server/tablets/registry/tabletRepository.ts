import { Type } from 'typebox';
import { DIARY_LIMITS } from '#contract/programme/programme.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { DiaryEntry } from '#contract/diary/schemas.ts';
import { byDay, mergedDiary, MINUTES_PER_DAY, partOf, withoutPhotos } from '#domain/diary/diaryDays.ts';
import { tabletSettingsFrom } from '#domain/tablets/tabletSettings.ts';
import { keepNameFree } from '#server/keys/tabletKeyQueries.ts';
import type { Database } from '#server/core/db/open.ts';
import { fits } from '#server/core/schemaChecks.ts';
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

export interface TabletRepository extends ReturnType<typeof tabletKeys>, DiaryRepository {
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
    ...diaryRepository(db, now),

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

const DAY_MS = 24 * 3_600_000;
/** The days for which the diary names each photo: today and the day before. */
const DAYS_WITH_PHOTOS = 2;
const Entries = Type.Array(DiaryEntry);

interface Span {
  id: string;
  /** In minutes since 1970. */
  from: number;
  to: number;
}

interface DiaryRepository {
  /** Adds entries of a tablet's diary. Days that are too old or in the future are left out. */
  addDiary(id: string, reported: readonly DiaryEntry[]): Promise<void>;
  diary(span: Span): Promise<DiaryEntry[]>;
}

function diaryRepository(db: Database, now: () => number): DiaryRepository {
  return {
    addDiary: (id, reported) =>
      db.transaction().execute((transaction) => add(transaction, { id, reported, now: now() })),

    diary: async ({ id, from, to }) => {
      const rows = await db
        .selectFrom('tablet_days')
        .select('entries')
        .where('tablet_id', '=', id)
        .where('day', '>=', Math.floor(from / MINUTES_PER_DAY))
        .where('day', '<=', Math.floor(to / MINUTES_PER_DAY))
        .orderBy('day')
        .execute();
      const entries = rows.flatMap((row) => entriesIn(row.entries)).flatMap((entry) => partOf(entry, from, to));
      return mergedDiary(entries, []);
    },
  };
}

async function add(
  db: Database,
  { id, reported, now }: { id: string; reported: readonly DiaryEntry[]; now: number },
): Promise<void> {
  const today = Math.floor(now / DAY_MS);
  const oldest = today - DIARY_LIMITS.days + 1;
  // Clocks of tablets may be fast, and a day begins earlier in other time zones.
  const storable = reported.flatMap((entry) => partOf(entry, oldest * MINUTES_PER_DAY, (today + 2) * MINUTES_PER_DAY));
  for (const [day, entries] of byDay(storable)) {
    const known = await entriesOf(db, { id, day });
    await write(db, { id, day, entries: mergedDiary(known ?? [], entries), today });
    if (known || day !== today) continue;
    // Days that are too old are deleted once a day.
    await db.deleteFrom('tablet_days').where('tablet_id', '=', id).where('day', '<', oldest).execute();
    const before = { id, day: today - DAYS_WITH_PHOTOS };
    const former = await entriesOf(db, before);
    if (former) await write(db, { ...before, entries: former, today });
  }
}

async function entriesOf(db: Database, { id, day }: { id: string; day: number }): Promise<DiaryEntry[] | undefined> {
  const row = await db
    .selectFrom('tablet_days')
    .select('entries')
    .where('tablet_id', '=', id)
    .where('day', '=', day)
    .executeTakeFirst();
  return row && entriesIn(row.entries);
}

async function write(
  db: Database,
  { id, day, entries, today }: { id: string; day: number; entries: readonly DiaryEntry[]; today: number },
): Promise<void> {
  const text = JSON.stringify(day > today - DAYS_WITH_PHOTOS ? entries : withoutPhotos(entries));
  await db
    .insertInto('tablet_days')
    .values({ tablet_id: id, day, entries: text })
    .onConflict((conflict) => conflict.columns(['tablet_id', 'day']).doUpdateSet({ entries: text }))
    .execute();
}

/** The entries were checked when they arrived. */
function entriesIn(text: string): DiaryEntry[] {
  const stored: unknown = JSON.parse(text);
  return fits(Entries, stored) ? stored : [];
}
