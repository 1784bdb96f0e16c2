import type { DayInQuarters } from '#contract/schemas/sockets.ts';

/** What the pings of a node said. */
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
  /** What its pings said beside the value; undefined: it has sent none. */
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
