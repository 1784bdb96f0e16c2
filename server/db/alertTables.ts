import type { ChannelKind } from '../../src/contract/admin/alerts.ts';

export interface AlertTables {
  /** One row with the rule for all nodes, as JSON. */
  alert_rule: { id: number; rule: string };
  alert_channels: {
    id: string;
    kind: ChannelKind;
    name: string;
    /** JSON of where messages go, with its secrets. */
    target: string;
    created_at: number;
    /** JSON of how the last message went. */
    last_result: string | null;
  };
  /** Messages that are still to be sent. */
  alert_outbox: {
    id: string;
    channel_id: string;
    message: string;
    created_at: number;
    attempts: number;
    next_at: number;
  };
}
