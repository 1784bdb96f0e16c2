import type { Database } from '../../db/open.ts';

interface NodeCare {
  notes: string;
}

interface NodeFacts extends NodeCare {
  /** Null: never, or not known. */
  firstSeen: number | null;
  key: { name: string; isRevoked: boolean } | null;
}

export interface NodeCareRepository {
  /** What the database alone knows of a node. */
  facts(nodeId: string): Promise<NodeFacts>;
  change(nodeId: string, changes: Partial<NodeCare>): Promise<void>;
}

const NO_FACTS: NodeFacts = { firstSeen: null, key: null, notes: '' };

export function nodeCareRepository(db: Database): NodeCareRepository {
  return {
    facts: async (nodeId) => {
      const row = await db
        .selectFrom('nodes')
        .leftJoin('api_keys', 'api_keys.id', 'nodes.key_id')
        .leftJoin('node_care', 'node_care.node_id', 'nodes.node_id')
        .select(['nodes.first_seen', 'api_keys.name', 'api_keys.revoked_at', 'node_care.notes'])
        .where('nodes.node_id', '=', nodeId)
        .executeTakeFirst();
      if (!row) return NO_FACTS;
      return {
        // 0 stands for a node that is older than this column.
        firstSeen: row.first_seen || null,
        key: row.name === null ? null : { name: row.name, isRevoked: row.revoked_at !== null },
        notes: row.notes ?? '',
      };
    },

    change: async (nodeId, changes) => {
      await db
        .insertInto('node_care')
        .values({ node_id: nodeId, ...changes })
        .onConflict((conflict) => conflict.column('node_id').doUpdateSet({ node_id: nodeId, ...changes }))
        .execute();
    },
  };
}
