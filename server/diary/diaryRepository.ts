import { Type } from 'typebox';
import { DIARY_LIMITS } from '#contract/diary/diary.ts';
import { DiaryEntry } from '#contract/diary/schemas.ts';
import { byDay, mergedDiary, MINUTES_PER_DAY, partOf, withoutPhotos } from '#domain/diary/diaryDays.ts';
import type { Database } from '#server/core/db/open.ts';
import { fits } from '#server/core/schemaChecks.ts';

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

export interface DiaryRepository {
  /** Adds entries of a tablet's diary. Days that are too old or in the future are left out. */
  add(id: string, reported: readonly DiaryEntry[]): Promise<void>;
  read(span: Span): Promise<DiaryEntry[]>;
}

export function diaryRepository(db: Database, now: () => number): DiaryRepository {
  return {
    add: (id, reported) => db.transaction().execute((transaction) => addTo(transaction, { id, reported, now: now() })),

    read: async ({ id, from, to }) => {
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

async function addTo(
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
