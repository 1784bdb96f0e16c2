import type { NodeStatus } from '../../../src/contract/entities.ts';
import type { DayInQuarters, HeartbeatReport } from '../../../src/contract/sockets.ts';
import { NODES } from '../../limits.ts';
import { DayHistory } from '../history/dayHistory.ts';
import { KeyShares } from './keyShares.ts';
import { type NodeChanges, type SavedDay, type SavedNode, SERVER_ITSELF } from './nodeChanges.ts';

export interface Clock {
  /** Milliseconds since 1970, for the date of the last heartbeat and for the history of the day. */
  now: () => number;
  /** Milliseconds that never jump, for the time since the last heartbeat. */
  monotonicNow: () => number;
}

interface KnownNode extends SavedNode {
  /** The monotonic time of the last heartbeat. */
  heardAt: number | null;
  /** `lastHeartbeat` as an ISO string, stored because formatting 5,000 dates takes half of the time of a response. */
  lastHeartbeatText: string | undefined;
  history: DayHistory | undefined;
}

function lastHeartbeatText(node: KnownNode): string | null {
  if (node.lastHeartbeat === null) return null;
  return (node.lastHeartbeatText ??= new Date(node.lastHeartbeat).toISOString());
}

/** All nodes, in memory. Heartbeats are changed only here, and written to the database in batches. */
export class NodeRegistry {
  readonly #clock: Clock;
  readonly #nodes = new Map<string, KnownNode>();
  #sorted: KnownNode[] | undefined;
  #listening: DayHistory;
  readonly #changedNodes = new Set<KnownNode>();
  /** Nodes that the database has never had. */
  readonly #newNodes = new Set<KnownNode>();
  readonly #shares = new KeyShares();
  readonly #changedDays = new Set<string>();

  constructor(clock: Clock, saved: NodeChanges = { nodes: [], days: [] }) {
    this.#clock = clock;
    this.#listening = new DayHistory(clock.now());
    const startedAt = { wall: clock.now(), monotonic: clock.monotonicNow() };
    for (const node of saved.nodes) {
      const ageMs = node.lastHeartbeat === null ? null : Math.max(0, startedAt.wall - node.lastHeartbeat);
      this.#nodes.set(node.nodeId, {
        ...node,
        heardAt: ageMs === null ? null : startedAt.monotonic - ageMs,
        lastHeartbeatText: undefined,
        history: undefined,
      });
      this.#shares.add(node.keyId);
    }
    for (const { nodeId, day, lastMinute } of saved.days) {
      const node = this.#nodes.get(nodeId);
      const history = DayHistory.restore(day, lastMinute);
      if (node) node.history = history;
      else if (nodeId === SERVER_ITSELF) this.#listening = history;
    }
  }

  get size(): number {
    return this.#nodes.size;
  }

  /** Whether there are nodes that the database has never had. */
  get hasNew(): boolean {
    return this.#newNodes.size > 0;
  }

  /** False when there are too many nodes, of all keys or of this one. */
  announce(nodeId: string, keyId: string | null = null): boolean {
    return this.#findOrCreate(nodeId, keyId) !== undefined;
  }

  heartbeat({ nodeId, brightness }: HeartbeatReport, keyId: string | null = null): boolean {
    const node = this.#findOrCreate(nodeId, keyId);
    if (!node) return false;
    const now = this.#clock.now();
    node.lastHeartbeat = now;
    node.lastHeartbeatText = undefined;
    node.heardAt = this.#clock.monotonicNow();
    if (brightness !== undefined) node.brightness = brightness;
    node.history ??= new DayHistory(now);
    if (node.history.mark(now)) this.#changedDays.add(nodeId);
    this.#changedNodes.add(node);
    return true;
  }

  brightness(nodeId: string, brightness: number): void {
    const node = this.#nodes.get(nodeId);
    if (!node) return;
    node.brightness = brightness;
    this.#changedNodes.add(node);
  }

  /** Records that the server was running in this minute: only then a missing heartbeat means something. */
  markListening(): void {
    if (this.#listening.mark(this.#clock.now())) this.#changedDays.add(SERVER_ITSELF);
  }

  /** All nodes in the order of their ids, with ages that are never negative. */
  statuses(): NodeStatus[] {
    const monotonicNow = this.#clock.monotonicNow();
    return this.#byId().map((node) => ({
      nodeId: node.nodeId,
      lastHeartbeat: lastHeartbeatText(node),
      durationSinceLastMs: node.heardAt === null ? null : Math.max(0, Math.round(monotonicNow - node.heardAt)),
    }));
  }

  listeningDay(): DayInQuarters {
    return this.#listening.quarters(this.#clock.now());
  }

  day(nodeId: string): DayInQuarters | undefined {
    const node = this.#nodes.get(nodeId);
    if (!node) return undefined;
    return (node.history ?? new DayHistory(this.#clock.now())).quarters(this.#clock.now());
  }

  /** The changes since the last call. */
  takeChanges(): NodeChanges {
    const nodes = [...this.#changedNodes].map(({ nodeId, lastHeartbeat, brightness, keyId }) => ({
      nodeId,
      lastHeartbeat,
      brightness,
      keyId,
    }));
    const days = [...this.#changedDays].flatMap((nodeId) => this.#savedDay(nodeId) ?? []);
    this.#changedNodes.clear();
    this.#changedDays.clear();
    return { nodes, days };
  }

  /** Takes back changes that could not be written: the next batch has these nodes again, as they are then. */
  putBack({ nodes, days }: NodeChanges): void {
    for (const { nodeId } of nodes) {
      const node = this.#nodes.get(nodeId);
      if (node) this.#changedNodes.add(node);
    }
    for (const { nodeId } of days) this.#changedDays.add(nodeId);
  }

  /** To be called when these changes are written. */
  confirm({ nodes }: NodeChanges): void {
    for (const { nodeId } of nodes) {
      const node = this.#nodes.get(nodeId);
      if (node) this.#newNodes.delete(node);
    }
  }

  /** Nodes that the database has had. When one of these is missing there, somebody has removed it. */
  settledIds(): string[] {
    return [...this.#nodes.values()].filter((node) => !this.#newNodes.has(node)).map(({ nodeId }) => nodeId);
  }

  forget(nodeIds: readonly string[]): void {
    for (const nodeId of nodeIds) {
      const node = this.#nodes.get(nodeId);
      if (!node || !this.#nodes.delete(nodeId)) continue;
      this.#shares.remove(node.keyId);
      this.#changedNodes.delete(node);
    }
    if (nodeIds.length > 0) this.#sorted = undefined;
  }

  #savedDay(nodeId: string): SavedDay | undefined {
    const history = nodeId === SERVER_ITSELF ? this.#listening : this.#nodes.get(nodeId)?.history;
    if (!history) return undefined;
    const { lastMinute } = history;
    return { nodeId, lastMinute, day: history.quarters(lastMinute * 60_000) };
  }

  #findOrCreate(nodeId: string, keyId: string | null): KnownNode | undefined {
    const known = this.#nodes.get(nodeId);
    if (known || this.#nodes.size >= NODES.max || !this.#shares.hasRoom(keyId)) return known;
    const node = {
      nodeId,
      keyId,
      lastHeartbeat: null,
      brightness: null,
      heardAt: null,
      lastHeartbeatText: undefined,
      history: undefined,
    };
    this.#nodes.set(nodeId, node);
    this.#changedNodes.add(node);
    this.#newNodes.add(node);
    this.#shares.add(keyId);
    this.#sorted = undefined;
    return node;
  }

  #byId(): KnownNode[] {
    this.#sorted ??= [...this.#nodes.values()].sort((one, other) => (one.nodeId < other.nodeId ? -1 : 1));
    return this.#sorted;
  }
}
