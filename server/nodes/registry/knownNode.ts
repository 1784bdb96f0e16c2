import type { DayInQuarters, HeartbeatReport } from '#contract/schemas/sockets.ts';
import { isoTime } from '#domain/clock/isoTime.ts';
import type { DayHistory } from '../history/dayHistory.ts';
import type { Ping } from '#domain/nodes/ping.ts';

export interface KnownNode extends SavedNode {
  /** The monotonic time of the last heartbeat. */
  heardAt: number | null;
  /** `lastHeartbeat` as an ISO string, cached because formatting 5,000 dates takes half of the time of a response. */
  lastHeartbeatText: string | undefined;
  history: DayHistory | undefined;
}

export function unheardNode(nodeId: string, keyId: string | null): KnownNode {
  return {
    nodeId,
    keyId,
    lastHeartbeat: null,
    brightness: null,
    said: undefined,
    heardAt: null,
    lastHeartbeatText: undefined,
    history: undefined,
  };
}

/** A node as it was saved; its age continues from the time of its last heartbeat. */
export function restoredNode(saved: SavedNode, startedAt: { wall: number; monotonic: number }): KnownNode {
  const { lastHeartbeat } = saved;
  const ageMs = lastHeartbeat === null ? null : Math.max(0, startedAt.wall - lastHeartbeat);
  const heardAt = ageMs === null ? null : startedAt.monotonic - ageMs;
  return { ...saved, heardAt, lastHeartbeatText: undefined, history: undefined };
}

export function savedNode({ nodeId, lastHeartbeat, brightness, keyId, said }: KnownNode): SavedNode {
  return { nodeId, lastHeartbeat, brightness, keyId, said };
}

export function lastHeartbeatText(node: KnownNode): string | null {
  if (node.lastHeartbeat === null) return null;
  return (node.lastHeartbeatText ??= isoTime(node.lastHeartbeat));
}

export function ageAt(monotonicNow: number, { heardAt }: KnownNode): number | null {
  return heardAt === null ? null : Math.max(0, Math.round(monotonicNow - heardAt));
}

/** Notes the content of a report. Returns the reading in it: a brightness, which has no unit, or a ping's value. */
export function noteReport(node: KnownNode, { brightness, ping }: Omit<NodeReport, 'nodeId'>): number | undefined {
  if (ping) node.said = saidAfter(node.said, ping);
  else if (brightness !== undefined && node.said) node.said.unit = null;
  const reading = ping?.value ?? brightness;
  if (reading !== undefined) node.brightness = reading;
  return reading;
}

/**
 * Unit and text stay until new ones come, since a sensor may send its unit once; the next ping without a failure ends a
 * failure, with its text.
 */
function saidAfter(before: Said | undefined, { value, unit, text, ok = true }: Ping): Said {
  return {
    unit: unit ?? before?.unit ?? (value === undefined ? null : ''),
    text: text ?? (before?.isFailing && ok ? null : (before?.text ?? null)),
    isFailing: !ok,
  };
}

/** A heartbeat, from a socket or as a ping. */
export interface NodeReport extends HeartbeatReport {
  ping?: Ping;
}

/** The content of a node's pings beside the value. */
interface Said {
  /** Null: the last reading is a brightness, not a ping's value. */
  unit: string | null;
  text: string | null;
  /** Whether the last ping said that something failed. */
  isFailing: boolean;
}

export interface SavedNode {
  nodeId: string;
  lastHeartbeat: number | null;
  brightness: number | null;
  /** The key that the node belongs to, and whose limit counts it; null: the next key that reports gets it. */
  keyId: string | null;
  /** Undefined: it has sent no pings. */
  said?: Said | undefined;
  /** The database had the node once: if its row is missing there, somebody has removed it. */
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
