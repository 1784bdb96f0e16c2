import type { NodeStatus } from './entities.ts';

export const NODES_NAMESPACE = '/nodes';
/** Sent as the query token when a client gives none; always refused. */
export const DEFAULT_SOCKET_TOKEN = '{token}';

/** Beyond this a message is not read and its connection is closed; an honest one takes a few hundred bytes. */
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

/** What a device may ask for with each report: was it taken, and if not, why. */
export type ReportResult = { ok: true } | { ok: false; message: string };

type Acknowledge = (answer: ReportResult) => void;

export interface HistoriesRequest {
  nodeIds: string[];
}

/**
 * The last 24 hours in quarter hours, oldest first: one hexadecimal digit each, the number of its minutes in which
 * something was heard. The newest quarter is the running one.
 */
export type DayInQuarters = string;

export interface NodeHistories {
  /** The server's own day: what it did not listen to, it can't call silence. */
  listening: DayInQuarters;
  histories: { nodeId: string; heard: DayInQuarters }[];
}

/** Beside the message of a `connect_error`, in its `data`. */
export interface SocketRejection {
  code: 'credential-refused' | 'too-many-guesses' | 'wrong-namespace' | 'try-again';
}

/** What the server says to a browser or a device. */
export interface ServerToClientEvents {
  nodeStatuses: (statuses: NodeStatus[]) => void;
  brightness: (report: BrightnessReport) => void;
  /** To a device only: please answer with `brightness`. */
  getBrightness: (node: NodeReference) => void;
  /** Beyond SPEC §7, like everything below. */
  nodeHistories: (histories: NodeHistories) => void;
  /** The last word before the server closes a connection whose credential has ended. */
  credentialEnded: (reason: { message: string }) => void;
}

/** What a browser or a device says to the server. */
export interface ClientToServerEvents {
  getNodeStatuses: () => void;
  getBrightness: (node: NodeReference) => void;
  heartbeat: (report: HeartbeatReport, acknowledge?: Acknowledge) => void;
  brightness: (report: BrightnessReport, acknowledge?: Acknowledge) => void;
  /** A gateway names a node it will speak for before that node was ever heard. */
  announce: (node: NodeReference, acknowledge?: Acknowledge) => void;
  getNodeHistories: (request: HistoriesRequest) => void;
}
