import type { NodeChangesPayload, ValueLimits } from '#contract/nodes/schemas.ts';
import type { Database } from '#server/core/db/open.ts';

/** The alert settings of a node. */
interface NodeAlerts {
  /** Null: the rule for all nodes applies; 0: never. */
  alertAfterMinutes: number | null;
  limits: ValueLimits | null;
  isMuted: boolean;
  /** Whether an alert reported that it is silent. */
  isTold: boolean;
  isAcknowledged: boolean;
}

interface NodeFacts extends NodeAlerts {
  notes: string;
  /** Null: never, or unknown. */
  firstSeen: number | null;
  key: { name: string; isRevoked: boolean } | null;
}

export interface NodeAdminRepository {
  /**
   * The facts about a node that only the database has. The key comes from the registry, since the database gets it once
   * a minute.
   */
  facts(nodeId: string, keyId: string | null): Promise<NodeFacts>;
  change(nodeId: string, changes: NodeChangesPayload): Promise<void>;
  /** The alert settings of the nodes that differ from the others. */
  all(): Promise<Map<string, NodeAlerts>>;
}

const NO_ALERTS: NodeAlerts = {
  alertAfterMinutes: null,
  limits: null,
  isMuted: false,
  isTold: false,
  isAcknowledged: false,
};
const ALERT_COLUMNS = [
  'alert_after_minutes',
  'above',
  'below',
  'beyond_minutes',
  'muted_until',
  'told_at',
  'acknowledged_at',
] as const;
/** Until somebody unmutes it. */
const FOR_EVER = Number.MAX_SAFE_INTEGER;

interface AdminRow {
  alert_after_minutes: number | null;
  above: number | null;
  below: number | null;
  beyond_minutes: number | null;
  muted_until: number | null;
  told_at: number | null;
  acknowledged_at: number | null;
}

function alertsOf(row: AdminRow): NodeAlerts {
  return {
    alertAfterMinutes: row.alert_after_minutes,
    limits: limitsOf(row),
    isMuted: row.muted_until !== null,
    isTold: row.told_at !== null,
    isAcknowledged: row.acknowledged_at !== null,
  };
}

function limitsOf({ above, below, beyond_minutes: minutes }: AdminRow): ValueLimits | null {
  return minutes === null ? null : { above, below, minutes };
}

export function nodeAdminRepository(db: Database, now: () => number): NodeAdminRepository {
  return {
    facts: async (nodeId, keyId) => {
      // A node that was first heard a moment ago has no row in `nodes` yet; the other two rows do not wait for it.
      const [node, key, admin] = await Promise.all([
        db.selectFrom('nodes').select('first_seen').where('node_id', '=', nodeId).executeTakeFirst(),
        db.selectFrom('api_keys').select(['name', 'revoked_at']).where('id', '=', keyId).executeTakeFirst(),
        db
          .selectFrom('node_care')
          .select(['notes', ...ALERT_COLUMNS])
          .where('node_id', '=', nodeId)
          .executeTakeFirst(),
      ]);
      return {
        // 0 stands for a node that is older than this column.
        firstSeen: node?.first_seen || null,
        key: key ? { name: key.name, isRevoked: key.revoked_at !== null } : null,
        notes: admin?.notes ?? '',
        ...(admin ? alertsOf(admin) : NO_ALERTS),
      };
    },

    change: async (nodeId, { notes, alertAfterMinutes, limits, isMuted, isAcknowledged }) => {
      const changes = {
        node_id: nodeId,
        ...(notes !== undefined && { notes }),
        ...(alertAfterMinutes !== undefined && { alert_after_minutes: alertAfterMinutes }),
        ...(limits !== undefined && {
          above: limits?.above ?? null,
          below: limits?.below ?? null,
          beyond_minutes: limits?.minutes ?? null,
        }),
        ...(isMuted !== undefined && { muted_until: isMuted ? FOR_EVER : null }),
        ...(isAcknowledged !== undefined && { acknowledged_at: isAcknowledged ? now() : null }),
      };
      await db
        .insertInto('node_care')
        .values(changes)
        .onConflict((conflict) => conflict.column('node_id').doUpdateSet(changes))
        .execute();
    },

    all: async () => {
      const rows = await db
        .selectFrom('node_care')
        .select(['node_id', ...ALERT_COLUMNS])
        .execute();
      return new Map(rows.map((row) => [row.node_id, alertsOf(row)]));
    },
  };
}
