import type { DayInQuarters, HeartbeatReport } from '#contract/schemas/sockets.ts';
import type { Ping } from '#domain/nodes/ping.ts';

/** A heartbeat, from a socket or as a ping. */
export interface NodeReport extends HeartbeatReport {
  ping?: Ping;
}

/** The content of a node's pings beside the value. */
export interface Said {
  /** Null: the last reading is a brightness and no ping's value. */
  unit: string | null;
  text: string | null;
  /** Whether the last ping said that something failed. */
  isFailing: boolean;
}

export interface SavedNode {
  nodeId: string;
  lastHeartbeat: number | null;
  brightness: number | null;
  /** The key that the node belongs to, and whose limit counts it; null: to the one that reports next. */
  keyId: string | null;
  /** Undefined: it has sent no pings. */
  said?: Said | undefined;
  /** The database has had the node: if its row is missing there, somebody has removed it. */
  isStored?: true;
}

export interface SavedDay {
  nodeId: string;
  lastMinute: number;
  day: DayInQuarters;
}

export interface NodeChanges {
  nodes: SavedNode[];
  days: SavedDay[];
}
