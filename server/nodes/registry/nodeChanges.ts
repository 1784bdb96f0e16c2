import type { DayInQuarters } from '#contract/sockets.ts';

export interface SavedNode {
  nodeId: string;
  lastHeartbeat: number | null;
  brightness: number | null;
  /** The key that the node belongs to, and whose limit counts it; null: to the one that reports next. */
  keyId: string | null;
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
