import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/core/db/open.ts';
import { upsertMany, valuesIn } from '#server/core/db/lists.ts';
import { sampleRepository } from '../history/sampleRepository.ts';
import type { NodeOwner, SavedNode } from './knownNode.ts';

export interface NodeRepository {
  load(): Promise<SavedNode[]>;
  save(nodes: readonly SavedNode[]): Promise<void>;
  /** The owner of each node, by the nodes' ids. */
  owners(): Promise<Map<string, NodeOwner>>;
  /** False when the node is there already. */
  add(nodeId: string): Promise<boolean>;
  /** Notes that the node belongs to no key. */
  release(nodeId: string): Promise<void>;
  /** Returns how many of them there were. */
  remove(nodeIds: readonly string[]): Promise<number>;
}

/** Another process may have removed a node from the database: its row then stays missing. */
const isThere = sql`exists (select 1 from nodes as stored where stored.node_id = given.node_id)`;

async function saveNodes(db: Database, nodes: readonly SavedNode[]): Promise<void> {
  const upsert = (some: readonly SavedNode[], where?: RawBuilder<unknown>) =>
    upsertMany(db, {
      table: 'nodes',
      key: 'node_id',
      columns: ['node_id', 'last_heartbeat', 'brightness', 'key_id', 'unit', 'text', 'ok', 'by_broker'],
      rows: some.map(({ nodeId, lastHeartbeat, brightness, keyId, said, byBroker }) => ({
        node_id: nodeId,
        last_heartbeat: lastHeartbeat,
        brightness,
        key_id: keyId,
        unit: said?.unit ?? null,
        text: said?.text ?? null,
        ok: said ? Number(!said.isFailing) : null,
        by_broker: Number(byBroker === true),
      })),
      ...(where && { where }),
    });
  const [stored, fresh] = [nodes.filter(({ isStored }) => isStored), nodes.filter(({ isStored }) => !isStored)];
  await upsert(stored, isThere);
  await upsert(fresh);
}

/** A new node is written within a second, so its last heartbeat is its first. */
async function markFirstSeen(db: Database): Promise<void> {
  await db
    .updateTable('nodes')
    .set({ first_seen: sql.ref('last_heartbeat') })
    .where('first_seen', 'is', null)
    .where('last_heartbeat', 'is not', null)
    .execute();
}

function ownerOf(row: { key_id: string | null; by_broker: number }): NodeOwner {
  return { keyId: row.key_id, ...(row.by_broker === 1 && { byBroker: true }) };
}

async function load(db: Database): Promise<SavedNode[]> {
  const nodes = await db.selectFrom('nodes').selectAll().execute();
  return Array.from(nodes, (row) => ({
    nodeId: row.node_id,
    lastHeartbeat: row.last_heartbeat,
    brightness: row.brightness,
    ...ownerOf(row),
    said: row.ok === null ? undefined : { unit: row.unit, text: row.text, isFailing: row.ok === 0 },
  }));
}

/** More in one statement would delay every response by tens of milliseconds. */
const NODES_AT_ONCE = 1_000;

async function removeRows(db: Database, nodeIds: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db.transaction().execute(async (transaction) => {
    const these = valuesIn(db, nodeIds);
    await transaction.deleteFrom('node_care').where('node_id', 'in', these).execute();
    return transaction.deleteFrom('nodes').where('node_id', 'in', these).executeTakeFirst();
  });
  return Number(numDeletedRows);
}

export function nodeRepository(db: Database): NodeRepository {
  return {
    load: () => load(db),

    owners: async () => {
      const rows = await db.selectFrom('nodes').select(['node_id', 'key_id', 'by_broker']).execute();
      return new Map(rows.map((row) => [row.node_id, ownerOf(row)]));
    },

    add: async (nodeId) => {
      const row = { node_id: nodeId, last_heartbeat: null, brightness: null, key_id: null, by_broker: 0 };
      const result = await db
        .insertInto('nodes')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    // Transactions, because they wait for a batch that still contains the node and would write it back.
    release: (nodeId) =>
      db.transaction().execute(async (transaction) => {
        await transaction.updateTable('nodes').set({ key_id: null }).where('node_id', '=', nodeId).execute();
      }),

    remove: async (nodeIds) => {
      let removed = 0;
      for (let from = 0; from < nodeIds.length; from += NODES_AT_ONCE) {
        removed += await removeRows(db, nodeIds.slice(from, from + NODES_AT_ONCE));
        await setImmediate();
      }
      // Their long history is deleted afterwards, in short statements that delay nobody.
      await sampleRepository(db).forget(nodeIds);
      return removed;
    },

    save: async (nodes) => {
      if (nodes.length === 0) return;
      await db.transaction().execute(async (transaction) => {
        await saveNodes(transaction, nodes);
        await markFirstSeen(transaction);
      });
    },
  };
}
