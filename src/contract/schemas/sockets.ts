import { type Static, Type } from 'typebox';
import { NODE_ID_MAX_CHARACTERS } from '../limits.ts';
import { HISTORIES_MAX_NODES, QUARTERS_PER_DAY } from '../sockets.ts';
import { count, orNull, time } from './shared.ts';

// The events of the socket of the nodes.

const nodeId = Type.String({ minLength: 1, maxLength: NODE_ID_MAX_CHARACTERS, description: 'Printable characters' });
const LAMP = { nodeId: 'lamp-hall' };
const BRIGHT_LAMP = { ...LAMP, brightness: 0.42 };
const FULL_DAY = 'f'.repeat(QUARTERS_PER_DAY);

export const NodeReference = Type.Object({ nodeId }, { examples: [LAMP] });
export type NodeReference = Static<typeof NodeReference>;

export const BrightnessReport = Type.Object({ nodeId, brightness: Type.Number() }, { examples: [BRIGHT_LAMP] });
export type BrightnessReport = Static<typeof BrightnessReport>;

export const HeartbeatReport = Type.Object(
  { nodeId, brightness: Type.Optional(Type.Number()) },
  { examples: [BRIGHT_LAMP] },
);
export type HeartbeatReport = Static<typeof HeartbeatReport>;

/** The server's acknowledgement of a device's report: whether it accepted the report, and if not, why. */
export const ReportResult = Type.Union([
  Type.Object({ ok: Type.Literal(true) }),
  Type.Object({ ok: Type.Literal(false), message: Type.String() }),
]);
export type ReportResult = Static<typeof ReportResult>;

export const HistoriesRequest = Type.Object(
  { nodeIds: Type.Array(nodeId, { maxItems: HISTORIES_MAX_NODES }) },
  { examples: [{ nodeIds: [LAMP.nodeId] }] },
);
export type HistoriesRequest = Static<typeof HistoriesRequest>;

/**
 * The last 24 hours as 96 hexadecimal digits, one for each quarter of an hour, oldest first. A digit is the number of
 * minutes of its quarter in which the node sent something, or the server was running. The last quarter is not over yet.
 */
const DayInQuarters = Type.String({
  pattern: `^[0-9a-f-]{${QUARTERS_PER_DAY}}$`,
  description: 'A hexadecimal digit a quarter hour; - before the first heartbeat',
});
export type DayInQuarters = Static<typeof DayInQuarters>;

export const NodeHistories = Type.Object(
  {
    /** The minutes in which the server itself was running: only in these was a silent node really silent. */
    listening: DayInQuarters,
    histories: Type.Array(Type.Object({ nodeId, heard: DayInQuarters })),
  },
  { examples: [{ listening: FULL_DAY, histories: [{ ...LAMP, heard: FULL_DAY }] }] },
);
export type NodeHistories = Static<typeof NodeHistories>;

const NodeStatus = Type.Object({
  nodeId,
  /** Null when the node never reported. */
  lastHeartbeat: orNull(time),
  /** Computed by the server, never negative; null when the node never reported. */
  durationSinceLastMs: orNull(count),
});
export type NodeStatus = Static<typeof NodeStatus>;

export const NodeStatuses = Type.Array(NodeStatus, {
  examples: [[{ ...LAMP, lastHeartbeat: '2026-01-31T12:00:00.000Z', durationSinceLastMs: 1_200 }]],
});

export const CredentialEnded = Type.Object(
  { message: Type.String() },
  { examples: [{ message: 'This key is no longer valid' }] },
);

/** Events from the server to a browser or a device. */
export interface ServerToClientEvents {
  nodeStatuses: (statuses: NodeStatus[]) => void;
  brightness: (report: BrightnessReport) => void;
  /** Sent to devices only: asks them to send `brightness`. */
  getBrightness: (node: NodeReference) => void;
  nodeHistories: (histories: NodeHistories) => void;
  /** Sent just before the server closes a connection whose credential is no longer valid. */
  credentialEnded: (reason: Static<typeof CredentialEnded>) => void;
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
