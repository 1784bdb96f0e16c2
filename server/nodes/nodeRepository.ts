import { setImmediate } from 'node:timers/promises';
import type { Database } from '../db/open.ts';
import type { NodeChanges, SavedDay, SavedNode } from './nodeRegistry.ts';

/**
 * SQLite takes 32,766 parameters a statement. Of thousands of rows at once the answers would wait for tens of
 * milliseconds: shorter statements, and a turn of the event loop after each.
 */
const ROWS_PER_STATEMENT = 250;

export interface NodeRepository {
  load(): Promise<NodeChanges>;
  save(changes: NodeChanges): Promise<void>;
  ids(): Promise<string[]>;
  /** False when it is there already. */
  add(nodeId: string): Promise<boolean>;
  /** False when there is no such node. */
  remove(nodeId: string): Promise<boolean>;
}

function inChunks<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / ROWS_PER_STATEMENT);
  return Array.from({ length: count }, (_, index) =>
    rows.slice(index * ROWS_PER_STATEMENT, (index + 1) * ROWS_PER_STATEMENT),
  );
}

async function saveNodes(db: Database, nodes: readonly SavedNode[]): Promise<void> {
  const rows = nodes.map(({ nodeId, lastHeartbeat, brightness }) => ({
    node_id: nodeId,
    last_heartbeat: lastHeartbeat,
    brightness,
  }));
  for (const chunk of inChunks(rows)) {
    await db
      .insertInto('nodes')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.column('node_id').doUpdateSet((row) => ({
          last_heartbeat: row.ref('excluded.last_heartbeat'),
          brightness: row.ref('excluded.brightness'),
        })),
      )
      .execute();
    await setImmediate();
  }
}

async function saveDays(db: Database, days: readonly SavedDay[]): Promise<void> {
  const rows = days.map(({ nodeId, lastMinute, day }) => ({ node_id: nodeId, last_minute: lastMinute, quarters: day }));
  for (const chunk of inChunks(rows)) {
    await db
      .insertInto('node_days')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.column('node_id').doUpdateSet((row) => ({
          last_minute: row.ref('excluded.last_minute'),
          quarters: row.ref('excluded.quarters'),
        })),
      )
      .execute();
    await setImmediate();
  }
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
