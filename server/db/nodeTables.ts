interface NodeTable {
  node_id: string;
  last_heartbeat: number | null;
  brightness: number | null;
}

export interface NodeTables {
  nodes: NodeTable;
}
