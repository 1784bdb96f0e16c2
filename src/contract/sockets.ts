import type { CredentialCode } from './calls.ts';
import type { NodeStatus } from './entities.ts';

export const NODES_NAMESPACE = '/nodes';
/** What the path of every request of a socket begins with. */
export const SOCKET_PATH = '/socket.io/';
/** Sent as the query token when a client gives none; the server never accepts it. */
export const DEFAULT_SOCKET_TOKEN = '{token}';

/** A longer message is not read, and its connection is closed; messages of our clients take a few hundred bytes. */
export const SOCKET_MESSAGE_MAX_BYTES = 1_000_000;
/** How many nodes one `getNodeHistories` may ask about. */
export const HISTORIES_MAX_NODES = 200;
export const MINUTES_PER_QUARTER = 15;
export const QUARTERS_PER_DAY = 96;

export interface NodeReference {
  nodeId: string;
}

export interface BrightnessReport extends NodeReference {
  brightness: number;
}

export interface HeartbeatReport extends NodeReference {
  brightness?: number;
}

/** A device may ask with each report whether the server took it, and why not. */
export type ReportResult = { ok: true } | { ok: false; message: string };

type Acknowledge = (result: ReportResult) => void;

export interface HistoriesRequest {
  nodeIds: string[];
}

/**
 * The last 24 hours in quarter hours, oldest first: a hexadecimal digit each, the number of its minutes in which the
 * node sent something. The newest quarter is the one that is still running.
 */
export type DayInQuarters = string;

export interface NodeHistories {
  /** When the server itself was running: only then does nothing from a node mean that it was silent. */
  listening: DayInQuarters;
  histories: { nodeId: string; heard: DayInQuarters }[];
}

/** Beside the message of a `connect_error`, in its `data`. */
export interface SocketRejection {
  code: CredentialCode | 'too-many-guesses' | 'wrong-namespace' | 'try-again';
}

/** Events from the server to a browser or a device. */
export interface ServerToClientEvents {
  nodeStatuses: (statuses: NodeStatus[]) => void;
  brightness: (report: BrightnessReport) => void;
  /** To a device only: a request to send `brightness`. */
  getBrightness: (node: NodeReference) => void;
  nodeHistories: (histories: NodeHistories) => void;
  /** Sent just before the server closes a connection whose credential has ended. */
  credentialEnded: (reason: { message: string }) => void;
}

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
