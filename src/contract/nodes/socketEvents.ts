import type { DayInQuarters } from '#contract/day/quarters.ts';

/** The events of the socket of the nodes. A `nodeId` is 1 to 128 printable characters. */

export interface NodeReference {
  nodeId: string;
}

export interface BrightnessReport {
  nodeId: string;
  brightness: number;
}

export interface HeartbeatReport {
  nodeId: string;
  brightness?: number;
}

/** The server's acknowledgement of a device's report: whether it accepted the report, and if not, why. */
export type ReportResult = { ok: true } | { ok: false; message: string };

export interface HistoriesRequest {
  nodeIds: string[];
}

export interface NodeHistories {
  /** The minutes in which the server itself was running: only in these was a silent node really silent. */
  listening: DayInQuarters;
  histories: { nodeId: string; heard: DayInQuarters }[];
}

export interface NodeStatus {
  nodeId: string;
  /** Null when the node never reported. */
  lastHeartbeat: string | null;
  /** Computed by the server, never negative; null when the node never reported. */
  durationSinceLastMs: number | null;
}

/** Events from the server to a browser or a device. */
export interface ServerToClientEvents {
  nodeStatuses: (statuses: NodeStatus[]) => void;
  brightness: (report: BrightnessReport) => void;
  /** Sent to devices only: asks them to send `brightness`. */
  getBrightness: (node: NodeReference) => void;
  nodeHistories: (histories: NodeHistories) => void;
  /** Sent just before the server closes a connection whose credential is no longer valid. */
  credentialEnded: (reason: { message: string }) => void;
}

type Acknowledge = (result: ReportResult) => void;

/** Events from a browser or a device to the server. */
export interface ClientToServerEvents {
  getNodeStatuses: () => void;
  getBrightness: (node: NodeReference) => void;
  heartbeat: (report: HeartbeatReport, acknowledge?: Acknowledge) => void;
  brightness: (report: BrightnessReport, acknowledge?: Acknowledge) => void;
  /** A gateway names a node that it will report for, before the node has sent anything. */
  announce: (node: NodeReference, acknowledge?: Acknowledge) => void;
  getNodeHistories: (request: HistoriesRequest) => void;
}
