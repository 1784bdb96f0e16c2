import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../db/open.ts';
import type { NodeChanges, SavedDay, SavedNode } from './nodeRegistry.ts';

/** Of thousands of rows at once the answers would wait for tens of milliseconds: a turn of the event loop after each few. */
const ROWS_PER_STATEMENT = 500;

export interface NodeRepository {
  load(): Promise<NodeChanges>;
  save(changes: NodeChanges): Promise<void>;
  ids(): Promise<string[]>;
  /** False when it is there already. */
  add(nodeId: string): Promise<boolean>;
  /** False when there is no such node. */
  remove(nodeId: string): Promise<boolean>;
}

/** As one JSON text a statement: a parameter for each value would have to be built, checked and bound, every second anew. */
async function inStatements<Row>(
  rows: readonly Row[],
  { values, write }: { values: (row: Row) => unknown[]; write: (json: string) => Promise<unknown> },
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    await write(JSON.stringify(rows.slice(from, from + ROWS_PER_STATEMENT).map(values)));
    await setImmediate();
  }
}

async function saveNodes(db: Database, nodes: readonly SavedNode[]): Promise<void> {
  await inStatements(nodes, {
    values: ({ nodeId, lastHeartbeat, brightness }) => [nodeId, lastHeartbeat, brightness],
    write: (json) =>
      sql`
        insert into nodes (node_id, last_heartbeat, brightness)
        select value ->> 0, value ->> 1, value ->> 2 from json_each(${json}) where true
        on conflict (node_id) do update set
          last_heartbeat = excluded.last_heartbeat, brightness = excluded.brightness
      `.execute(db),
  });
}

async function saveDays(db: Database, days: readonly SavedDay[]): Promise<void> {
  await inStatements(days, {
    values: ({ nodeId, lastMinute, day }) => [nodeId, lastMinute, day],
    write: (json) =>
      sql`
        insert into node_days (node_id, last_minute, quarters)
        select value ->> 0, value ->> 1, value ->> 2 from json_each(${json}) where true
        on conflict (node_id) do update set last_minute = excluded.last_minute, quarters = excluded.quarters
      `.execute(db),
  });
}

export function nodeRepository(db: Database): NodeRepository {
  return {
    load: async () => {
      const nodes = await db.selectFrom('nodes').selectAll().execute();
      const days = await db.selectFrom('node_days').selectAll().execute();
      return {
        nodes: nodes.map((row) => ({
          nodeId: row.node_id,
          lastHeartbeat: row.last_heartbeat,
          brightness: row.brightness,
        })),
        days: days.map((row) => ({ nodeId: row.node_id, lastMinute: row.last_minute, day: row.quarters })),
      };
    },

    ids: async () => {
      const rows = await db.selectFrom('nodes').select('node_id').execute();
      return rows.map((row) => row.node_id);
    },

    add: async (nodeId) => {
      const row = { node_id: nodeId, last_heartbeat: null, brightness: null };
      const result = await db
        .insertInto('nodes')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    remove: async (nodeId) => {
      await db.deleteFrom('node_days').where('node_id', '=', nodeId).execute();
      const result = await db.deleteFrom('nodes').where('node_id', '=', nodeId).executeTakeFirst();
      return result.numDeletedRows > 0n;
    },

    save: async ({ nodes, days }) => {
      if (nodes.length === 0 && days.length === 0) return;
      await db.transaction().execute(async (transaction) => {
        await saveNodes(transaction, nodes);
        await saveDays(transaction, days);
      });
    },
  };
}
