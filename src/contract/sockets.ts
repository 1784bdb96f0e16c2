import type { CredentialCode } from './calls.ts';
import type { NodeStatus } from './entities.ts';

export const NODES_NAMESPACE = '/nodes';
/** The beginning of the path of every socket request. */
export const SOCKET_PATH = '/socket.io/';
/** Sent as the query token when a client gives none; the server never accepts it. */
export const DEFAULT_SOCKET_TOKEN = '{token}';

/** A longer message is not read, and its connection is closed; messages of our clients take a few hundred bytes. */
export const SOCKET_MESSAGE_MAX_BYTES = 1_000_000;
/** The largest number of nodes that one `getNodeHistories` request may name. */
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

/** The server's acknowledgement of a device's report: whether it accepted the report, and if not, why. */
export type ReportResult = { ok: true } | { ok: false; message: string };

type Acknowledge = (result: ReportResult) => void;

export interface HistoriesRequest {
  nodeIds: string[];
}

/**
 * The last 24 hours as 96 hexadecimal digits, one for each quarter of an hour, oldest first. A digit is the number of
 * minutes of its quarter in which the node sent something, or the server was running. The last quarter is not over yet.
 * Before a node's first heartbeat there is NOT_KNOWN_YET instead.
 */
export type DayInQuarters = string;

export const NOT_KNOWN_YET = '-';

export interface NodeHistories {
  /** The minutes in which the server itself was running: only in these was a node silent when nothing came from it. */
  listening: DayInQuarters;
  histories: { nodeId: string; heard: DayInQuarters }[];
}

/** The `data` of a `connect_error`, which is sent in addition to its message. */
export interface SocketRejection {
  code: CredentialCode | 'too-many-guesses' | 'not-allowed' | 'wrong-namespace' | 'try-again';
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
