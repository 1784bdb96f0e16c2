import type { DayInQuarters } from '../../../src/contract/sockets.ts';

export interface SavedNode {
  nodeId: string;
  lastHeartbeat: number | null;
  brightness: number | null;
  /** The key that first reported for the node, and whose limit counts it; null when that is not known. */
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
