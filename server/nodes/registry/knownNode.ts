import type { HeartbeatReport } from '#contract/nodes/socketEvents.ts';
import { isoTime } from '#domain/clock/isoTime.ts';
import type { Ping } from '#domain/nodes/ping.ts';

/** A node in memory: its saved facts, and the time from which its age is counted. */
export class KnownNode {
  readonly nodeId: string;
  keyId: string | null;
  byBroker: boolean;
  lastHeartbeat: number | null = null;
  brightness: number | null = null;
  said: Said | undefined;
  /** The monotonic time of the last heartbeat. */
  heardAt: number | null = null;
  /** Cached because formatting 5,000 dates takes half of the time of a response. */
  #lastHeartbeatText: string | undefined;

  /** A node that was not heard yet. */
  constructor(nodeId: string, { keyId, byBroker = false }: NodeOwner) {
    this.nodeId = nodeId;
    this.keyId = keyId;
    this.byBroker = byBroker;
  }

  /** A node as it was saved; its age continues from the time of its last heartbeat. */
  static restore(saved: SavedNode, startedAt: { wall: number; monotonic: number }): KnownNode {
    const node = new KnownNode(saved.nodeId, saved);
    const { lastHeartbeat, brightness, said } = saved;
    Object.assign(node, { lastHeartbeat, brightness, said });
    if (lastHeartbeat !== null) node.heardAt = startedAt.monotonic - Math.max(0, startedAt.wall - lastHeartbeat);
    return node;
  }

  get saved(): SavedNode {
    const { nodeId, lastHeartbeat, brightness, keyId, said, byBroker } = this;
    return { nodeId, lastHeartbeat, brightness, keyId, said, ...(byBroker && { byBroker }) };
  }

  get lastHeartbeatText(): string | null {
    if (this.lastHeartbeat === null) return null;
    return (this.#lastHeartbeatText ??= isoTime(this.lastHeartbeat));
  }

  ageAt(monotonicNow: number): number | null {
    return this.heardAt === null ? null : Math.max(0, Math.round(monotonicNow - this.heardAt));
  }

  /** Takes the time of a heartbeat, unless a later one was heard before. */
  heard({ wall, monotonic }: { wall: number; monotonic: number }): void {
    if (this.heardAt !== null && this.heardAt > monotonic) return;
    this.heardAt = monotonic;
    this.lastHeartbeat = wall;
    this.#lastHeartbeatText = undefined;
  }

  /** Notes the content of a report. Returns the reading in it: a brightness, which has no unit, or a ping's value. */
  note({ brightness, ping }: Pick<NodeReport, 'brightness' | 'ping'>): number | undefined {
    if (ping) this.said = saidAfter(this.said, ping);
    else if (brightness !== undefined && this.said) this.said.unit = null;
    const reading = ping?.value ?? brightness;
    if (reading !== undefined) this.brightness = reading;
    return reading;
  }
}

/**
 * Unit and text stay until new ones come, since a sensor may send its unit once. The next ping that reports no failure
 * ends a failure, and its text.
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
  /** Whether the MQTT broker brought it. */
  byBroker?: boolean;
}

export interface NodeOwner {
  /** The key that the node belongs to, and whose limit counts it; null: the next key that reports gets it. */
  keyId: string | null;
  /** A message of the MQTT broker made the node, and no key has taken it since. */
  byBroker?: boolean;
}

/** The content of a node's pings beside the value. */
interface Said {
  /** Null: the last reading is a brightness, not a ping's value. */
  unit: string | null;
  text: string | null;
  /** Whether the last ping said that something failed. */
  isFailing: boolean;
}

export interface SavedNode extends NodeOwner {
  nodeId: string;
  lastHeartbeat: number | null;
  brightness: number | null;
  /** Undefined: it has sent no pings. */
  said?: Said | undefined;
  /** The database had the node once: if its row is missing there, somebody has removed it. */
  isStored?: true;
}
