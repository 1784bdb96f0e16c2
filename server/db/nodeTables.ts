interface NodeTable {
  node_id: string;
  last_heartbeat: number | null;
  brightness: number | null;
}

/** The last day of a node that was heard, in quarter hours (contract/sockets.ts, DayInQuarters). */
interface NodeDayTable {
  node_id: string;
  /** Minutes since 1970; the quarters end with the one it lies in. */
  last_minute: number;
  quarters: string;
}

export interface NodeTables {
  nodes: NodeTable;
  node_days: NodeDayTable;
}
