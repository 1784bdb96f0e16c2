import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { FIVE_MINUTES_MS, HOUR_MS, stretchesOf } from '#domain/nodes/historySteps.ts';
import type { HistorySpan } from '#contract/admin/limits.ts';
import { valuesIn, upsertMany } from '#server/core/db/lists.ts';
import type { Database } from '#server/core/db/open.ts';
import type { Sample, Samples } from './sampleBook.ts';

export interface SampleRepository {
  save(samples: Samples): Promise<void>;
  /** The five minutes that belong to no stored hour yet, oldest first. */
  loadSinceLastHour(nowMs: number): Promise<Sample[]>;
  /** The stored samples of one node for a chart. */
  read(nodeId: string, span: HistorySpan, nowMs: number): Promise<Sample[]>;
  /** The time of the first heartbeat of each of these nodes; null where it is unknown. */
  firstSeen(nodeIds: readonly string[]): Promise<Map<string, number | null>>;
  /** Deletes what is older than the charts reach. */
  thin(nowMs: number): Promise<void>;
  forget(nodeIds: readonly string[]): Promise<void>;
}

type Table = 'node_fives' | 'node_hours';

const DAY_MS = 24 * HOUR_MS;
const RETENTION: Record<Table, { unitMs: number; storedMs: number }> = {
  node_fives: { unitMs: FIVE_MINUTES_MS, storedMs: 2 * DAY_MS },
  node_hours: { unitMs: HOUR_MS, storedMs: 366 * DAY_MS },
};
const FIVES_PER_HOUR = HOUR_MS / FIVE_MINUTES_MS;
/** Lookups of one statement. */
const LOOKUPS = 1_000;
/** The number of rows deleted at a time. */
const ROWS_AT_ONCE = 5_000;
/** Up to this number of nodes are looked up one by one; for more, all rows are read, which then takes less time. */
const FEW = 10;

export function sampleRepository(db: Database): SampleRepository {
  return {
    save: async ({ fives, hours }) => {
      if (fives.length === 0 && hours.length === 0) return;
      await db.transaction().execute(async (transaction) => {
        await saveTo(transaction, 'node_fives', fives);
        await saveTo(transaction, 'node_hours', hours);
      });
    },

    loadSinceLastHour: async (nowMs) => {
      const hour = Math.floor(nowMs / HOUR_MS);
      const newest = await db
        .selectFrom('node_hours')
        .select((all) => all.fn.max('stretch').as('stretch'))
        // A clock that was once wrong may have left hours in the future.
        .where('stretch', '<', hour)
        .executeTakeFirst();
      return db
        .selectFrom('node_fives')
        .select(['stretch', 'node_id as nodeId', 'heartbeats', 'minutes', 'readings', 'mean', 'low', 'high'])
        .where('stretch', '>=', ((newest?.stretch ?? -1) + 1) * FIVES_PER_HOUR)
        .where('stretch', '<=', Math.floor(nowMs / FIVE_MINUTES_MS))
        .orderBy('stretch')
        .execute();
    },

    read: async (nodeId, span, nowMs) => {
      const { first, last } = stretchesOf(span, nowMs);
      const table = span === 'day' ? 'node_fives' : 'node_hours';
      const found: Sample[] = [];
      for (let from = first; from <= last; from += LOOKUPS) {
        found.push(...(await samplesAt(db, { table, nodeId, from, to: Math.min(last, from + LOOKUPS - 1) })));
        await setImmediate();
      }
      return found;
    },

    firstSeen: async (nodeIds) => {
      const rows = await db
        .selectFrom('nodes')
        .select(['node_id', 'first_seen'])
        .where('node_id', 'in', valuesIn(db, nodeIds))
        .execute();
      // 0 stands for a node that is older than this column.
      return new Map(rows.map((row) => [row.node_id, row.first_seen || null]));
    },

    thin: async (nowMs) => {
      await thin(db, 'node_fives', nowMs);
      await thin(db, 'node_hours', nowMs);
    },

    forget: async (nodeIds) => {
      for (const table of ['node_fives', 'node_hours'] as const) {
        if (nodeIds.length > FEW) await forgetMany(db, table, nodeIds);
        else for (const nodeId of nodeIds) await forgetIn(db, table, nodeId);
      }
    },
  };
}

function saveTo(db: Database, table: Table, samples: readonly Sample[]): Promise<void> {
  return upsertMany(db, {
    table,
    key: ['stretch', 'node_id'],
    columns: ['stretch', 'node_id', 'heartbeats', 'minutes', 'readings', 'mean', 'low', 'high'],
    rows: samples.map(({ nodeId, stretch, heartbeats, minutes, readings, mean, low, high }) => ({
      node_id: nodeId,
      stretch,
      heartbeats,
      minutes,
      readings,
      mean,
      low,
      high,
    })),
  });
}

interface Wanted {
  table: Table;
  nodeId: string;
  from: number;
  to: number;
}

/** Reads each stretch by its key, because the rows of one node are far apart among those of all others. */
async function samplesAt(db: Database, { table, nodeId, from, to }: Wanted): Promise<Sample[]> {
  const { rows } = await sql<Sample>`
    select sample.stretch, sample.node_id as "nodeId", heartbeats, minutes, readings, mean, low, high
    from ${valuesIn(db, numbersFrom(from, to))} as wanted
    join ${sql.table(table)} as sample on sample.stretch = wanted.value and sample.node_id = ${nodeId}
  `.execute(db);
  return rows;
}

function numbersFrom(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Some thousand rows at a time, so that a server that was off for a month delays no response. */
async function thin(db: Database, table: Table, nowMs: number): Promise<void> {
  const { unitMs, storedMs } = RETENTION[table];
  const oldestStored = Math.floor((nowMs - storedMs) / unitMs);
  const inOrder = db.selectFrom(table).select('stretch').orderBy('stretch').limit(1);
  for (;;) {
    const oldest = await inOrder.executeTakeFirst();
    if (!oldest || oldest.stretch >= oldestStored) return;
    const further = await inOrder.offset(ROWS_AT_ONCE).executeTakeFirst();
    const below = Math.min(oldestStored, Math.max(oldest.stretch + 1, further?.stretch ?? oldestStored));
    await db.deleteFrom(table).where('stretch', '<', below).execute();
    await setImmediate();
  }
}

async function forgetIn(db: Database, table: Table, nodeId: string): Promise<void> {
  const first = await db.selectFrom(table).select('stretch').orderBy('stretch').limit(1).executeTakeFirst();
  const last = await db.selectFrom(table).select('stretch').orderBy('stretch', 'desc').limit(1).executeTakeFirst();
  if (!first || !last) return;
  for (let from = first.stretch; from <= last.stretch; from += LOOKUPS) {
    const stretches = numbersFrom(from, Math.min(last.stretch, from + LOOKUPS - 1));
    await db.deleteFrom(table).where('node_id', '=', nodeId).where('stretch', 'in', valuesIn(db, stretches)).execute();
    await setImmediate();
  }
}

async function forgetMany(db: Database, table: Table, nodeIds: readonly string[]): Promise<void> {
  const inOrder = db.selectFrom(table).select('stretch').orderBy('stretch').limit(1);
  let from = (await inOrder.executeTakeFirst())?.stretch;
  while (from !== undefined) {
    const further = await inOrder.where('stretch', '>=', from).offset(ROWS_AT_ONCE).executeTakeFirst();
    // A stretch may have more rows than that.
    const below: number | undefined = further && Math.max(further.stretch, from + 1);
    let rows = db.deleteFrom(table).where('stretch', '>=', from).where('node_id', 'in', valuesIn(db, nodeIds));
    if (below !== undefined) rows = rows.where('stretch', '<', below);
    await rows.execute();
    await setImmediate();
    from = below;
  }
}
