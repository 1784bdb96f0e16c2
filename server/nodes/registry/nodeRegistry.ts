import type { NodeStatus } from '#contract/nodes/socketEvents.ts';
import { SampleBook, SERVER_ITSELF } from '../history/sampleBook.ts';
import { KnownNode, type NodeOwner, type NodeReport, type SavedNode } from './knownNode.ts';
import type { Clock } from '#server/core/monotonicClock.ts';
import { NODES } from '#server/core/limits.ts';

/** All nodes, in memory. Heartbeats are changed only here, and written to the database in batches. */
export class NodeRegistry {
  readonly #clock: Clock;
  readonly #nodes = new Map<string, KnownNode>();
  #sorted: KnownNode[] | undefined;
  readonly #unsaved = new UnsavedNodes();
  readonly #shares = new NodeShares();
  readonly #samples: SampleBook;
  readonly forgotten: ForgottenNodes;

  constructor(clock: Clock, saved: readonly SavedNode[] = [], samples = new SampleBook()) {
    this.#clock = clock;
    this.#samples = samples;
    this.forgotten = new ForgottenNodes(clock.monotonicNow);
    const startedAt = { wall: clock.now(), monotonic: clock.monotonicNow() };
    for (const node of saved) {
      this.#nodes.set(node.nodeId, KnownNode.restore(node, startedAt));
      this.#shares.add(node);
    }
  }

  get size(): number {
    return this.#nodes.size;
  }

  /** Whether there are nodes that were never in the database. */
  get hasNew(): boolean {
    return this.#unsaved.hasNew;
  }

  /** The number of nodes that messages of the MQTT broker made. */
  get countOfBroker(): number {
    return this.#shares.ofBroker;
  }

  /** The ids of these nodes. */
  idsOfBroker(): string[] {
    return [...this.#nodes.values()].filter(({ byBroker }) => byBroker).map(({ nodeId }) => nodeId);
  }

  /** False when there are too many nodes, of all owners or of this one. */
  announce(nodeId: string, owner: NodeOwner = { keyId: null }): boolean {
    return this.#findOrCreate(nodeId, owner) !== undefined;
  }

  /** `ageMs` is the time since another server received it. */
  heartbeat(report: NodeReport, keyId: string | null = null, ageMs = 0): boolean {
    const { nodeId, byBroker = false } = report;
    const node = this.#findOrCreate(nodeId, { keyId, byBroker });
    if (!node) return false;
    const now = this.#clock.now() - ageMs;
    node.heard({ wall: now, monotonic: this.#clock.monotonicNow() - ageMs });
    const brightness = node.note(report);
    this.#samples.record(nodeId, now, brightness === undefined ? { heartbeats: 1 } : { heartbeats: 1, brightness });
    this.#unsaved.add(node);
    return true;
  }

  /** Gives a node to another key, or to none. False when there is no such node, or that key has too many. */
  setOwner(nodeId: string, keyId: string | null): boolean {
    const node = this.#nodes.get(nodeId);
    if (!node) return false;
    this.#shares.remove(node);
    const hasRoom = this.#shares.hasRoom({ keyId });
    if (hasRoom) Object.assign(node, { keyId, byBroker: false });
    this.#shares.add(node);
    if (hasRoom) this.#unsaved.add(node);
    return hasRoom;
  }

  brightness(nodeId: string, brightness: number): void {
    const node = this.#nodes.get(nodeId);
    if (!node) return;
    node.note({ brightness });
    this.#samples.record(nodeId, this.#clock.now(), { heartbeats: 0, brightness });
    this.#unsaved.add(node);
  }

  /** Records that the server is running: without it, a missing heartbeat means nothing. */
  markListening(): void {
    this.#samples.record(SERVER_ITSELF, this.#clock.now(), { heartbeats: 1 });
  }

  find(nodeId: string): (Readonly<SavedNode> & { ageMs: number | null }) | undefined {
    const node = this.#nodes.get(nodeId);
    return node && { ...node.saved, ageMs: node.ageAt(this.#clock.monotonicNow()) };
  }

  /** All nodes with the monotonic time of their last heartbeat. */
  heard(): readonly Readonly<Pick<KnownNode, 'nodeId' | 'heardAt' | 'brightness' | 'said'>>[] {
    return this.#byId();
  }

  /** The ids of the nodes whose last ping said that something failed. */
  failing(): string[] {
    return this.#byId().flatMap(({ nodeId, said }) => (said?.isFailing ? [nodeId] : []));
  }

  /** All nodes in the order of their ids, with ages that are never negative. */
  statuses(): NodeStatus[] {
    const monotonicNow = this.#clock.monotonicNow();
    return this.#byId().map((node) => ({
      nodeId: node.nodeId,
      lastHeartbeat: node.lastHeartbeatText,
      durationSinceLastMs: node.ageAt(monotonicNow),
    }));
  }

  /** The changes since the last call. */
  takeChanges(): SavedNode[] {
    return this.#unsaved.take();
  }

  /** Takes back changes that could not be written: the next batch has these nodes again, as they are then. */
  putBack(nodes: readonly SavedNode[]): void {
    for (const { nodeId } of nodes) {
      const node = this.#nodes.get(nodeId);
      if (node) this.#unsaved.add(node);
    }
  }

  /** Call when these nodes are written. */
  confirm(nodeIds: Iterable<string>): void {
    for (const nodeId of nodeIds) {
      const node = this.#nodes.get(nodeId);
      if (node) this.#unsaved.confirm(node);
    }
  }

  /** Nodes that were in the database. When one of these is missing there, somebody has removed it. */
  settledIds(): string[] {
    return [...this.#nodes.values()].filter((node) => !this.#unsaved.isNew(node)).map(({ nodeId }) => nodeId);
  }

  forget(nodeIds: readonly string[]): void {
    this.forgotten.add(nodeIds);
    for (const nodeId of nodeIds) {
      const node = this.#nodes.get(nodeId);
      if (!node || !this.#nodes.delete(nodeId)) continue;
      this.#shares.remove(node);
      this.#unsaved.drop(node);
      this.#samples.forget(nodeId);
    }
    if (nodeIds.length > 0) this.#sorted = undefined;
  }

  #findOrCreate(nodeId: string, owner: NodeOwner): KnownNode | undefined {
    const known = this.#nodes.get(nodeId);
    if (known || !this.#shares.hasRoom(owner)) return known;
    const node = new KnownNode(nodeId, owner);
    this.#nodes.set(nodeId, node);
    this.#unsaved.addNew(node);
    this.#shares.add(owner);
    this.#sorted = undefined;
    return node;
  }

  #byId(): KnownNode[] {
    this.#sorted ??= [...this.#nodes.values()].sort((one, other) => (one.nodeId < other.nodeId ? -1 : 1));
    return this.#sorted;
  }
}

/** For this long after a node was forgotten, other servers may still report it. */
const GRACE_MS = 2_000;
/** After this time no earlier report is still on its way. */
const REMEMBERED_MS = 5 * 60_000;

/** The nodes that were forgotten just now: earlier reports of them do not bring them back. */
class ForgottenNodes {
  readonly monotonicNow: () => number;
  /** The time until which earlier reports of a node are outdated, by its id. */
  readonly #outdatedUntil = new Map<string, number>();

  constructor(monotonicNow: () => number) {
    this.monotonicNow = monotonicNow;
  }

  add(nodeIds: readonly string[]): void {
    this.#prune();
    for (const nodeId of nodeIds) this.#note(nodeId, this.monotonicNow() + GRACE_MS);
  }

  /** Removes the rows of forgotten nodes; until then the database still has them. */
  async whileRemoved<T>(nodeIds: readonly string[], removeRows: () => Promise<T>): Promise<T> {
    for (const nodeId of nodeIds) this.#note(nodeId, Infinity);
    try {
      return await removeRows();
    } finally {
      for (const nodeId of nodeIds) this.#outdatedUntil.delete(nodeId);
      this.add(nodeIds);
    }
  }

  /** Whether a report that was received at a monotonic time is older than the node's removal. */
  isOutdated(nodeId: string, at: number): boolean {
    return at <= (this.#outdatedUntil.get(nodeId) ?? -Infinity);
  }

  #note(nodeId: string, until: number): void {
    this.#outdatedUntil.set(nodeId, Math.max(until, this.#outdatedUntil.get(nodeId) ?? -Infinity));
  }

  #prune(): void {
    const before = this.monotonicNow() - REMEMBERED_MS;
    for (const [nodeId, until] of this.#outdatedUntil) if (until < before) this.#outdatedUntil.delete(nodeId);
  }
}

/** The changes of nodes that the database does not have yet. */
class UnsavedNodes {
  readonly #nodes = new Set<KnownNode>();
  /** Nodes that were never in the database. */
  readonly #new = new Set<KnownNode>();

  get hasNew(): boolean {
    return this.#new.size > 0;
  }

  isNew(node: KnownNode): boolean {
    return this.#new.has(node);
  }

  add(node: KnownNode): void {
    this.#nodes.add(node);
  }

  addNew(node: KnownNode): void {
    this.#nodes.add(node);
    this.#new.add(node);
  }

  confirm(node: KnownNode): void {
    this.#new.delete(node);
  }

  drop(node: KnownNode): void {
    this.#nodes.delete(node);
    this.#new.delete(node);
  }

  /** The changes since the last call. */
  take(): SavedNode[] {
    const nodes = Array.from(this.#nodes, (node) => ({
      ...node.saved,
      ...(!this.#new.has(node) && { isStored: true as const }),
    }));
    this.#nodes.clear();
    return nodes;
  }
}

/**
 * Counts the nodes of each owner: somebody who has one device's key cannot use up the limit for all nodes, and an MQTT
 * broker takes no place of a node that has a key.
 */
class NodeShares {
  readonly #ofKeys = new Map<string, number>();
  #ofBroker = 0;
  #ofOthers = 0;

  get ofBroker(): number {
    return this.#ofBroker;
  }

  /** Nodes that the operator added belong to no key, and have no share of their own. */
  hasRoom({ keyId, byBroker }: NodeOwner): boolean {
    if (byBroker) return this.#ofBroker < NODES.ofBroker.most;
    return this.#ofOthers < NODES.max && (keyId === null || this.#ofKey(keyId) < NODES.maxPerKey);
  }

  add(owner: NodeOwner): void {
    this.#count(owner, 1);
  }

  remove(owner: NodeOwner): void {
    this.#count(owner, -1);
  }

  #count({ keyId, byBroker }: NodeOwner, more: 1 | -1): void {
    if (byBroker) this.#ofBroker += more;
    else this.#ofOthers += more;
    if (keyId === null) return;
    const count = this.#ofKey(keyId) + more;
    if (count > 0) this.#ofKeys.set(keyId, count);
    else this.#ofKeys.delete(keyId);
  }

  #ofKey(keyId: string): number {
    return this.#ofKeys.get(keyId) ?? 0;
  }
}
