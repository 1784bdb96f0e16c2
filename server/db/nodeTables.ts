interface NodeTable {
  node_id: string;
  last_heartbeat: number | null;
  brightness: number | null;
  /** The key that first reported for the node; null when that is not known. */
  key_id: string | null;
}

/** The 24 hours up to a node's last heartbeat, in quarter hours (`DayInQuarters` in contract/sockets.ts). */
interface NodeDayTable {
  node_id: string;
  /** Minutes since 1970; `quarters` ends with the quarter hour of this minute. */
  last_minute: number;
  quarters: string;
}

export interface NodeTables {
  nodes: NodeTable;
  node_days: NodeDayTable;
}
