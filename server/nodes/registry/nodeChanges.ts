import type { DayInQuarters } from '#contract/schemas/sockets.ts';

export interface SavedNode {
  nodeId: string;
  lastHeartbeat: number | null;
  brightness: number | null;
  /** The key that the node belongs to, and whose limit counts it; null: to the one that reports next. */
  keyId: string | null;
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
