import type { NodeStatus } from './entities.ts';

export const NODES_NAMESPACE = '/nodes';
/** Sent as the query token when a client gives none; always refused. */
export const DEFAULT_SOCKET_TOKEN = '{token}';

export interface NodeReference {
  nodeId: string;
}

export interface BrightnessReport extends NodeReference {
  brightness: number;
}

export interface HeartbeatReport extends NodeReference {
  brightness?: number;
}

/** What the server says to a browser or a device. */
export interface ServerToClientEvents {
  nodeStatuses: (statuses: NodeStatus[]) => void;
  brightness: (report: BrightnessReport) => void;
  /** To a device only: please answer with `brightness`. */
  getBrightness: (node: NodeReference) => void;
}

/** What a browser or a device says to the server. */
export interface ClientToServerEvents {
  getNodeStatuses: () => void;
  getBrightness: (node: NodeReference) => void;
  heartbeat: (report: HeartbeatReport) => void;
  brightness: (report: BrightnessReport) => void;
}
