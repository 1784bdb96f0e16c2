import { NODES } from '#server/core/limits.ts';
import type { KnownNode, NodeOwner, SavedNode } from './knownNode.ts';

/** For this long after a node was forgotten, other servers may still report it. */
const GRACE_MS = 2_000;
/** After this time no earlier report is still on its way. */
const REMEMBERED_MS = 5 * 60_000;

/** The nodes that were forgotten just now: earlier reports of them do not bring them back. */
export class ForgottenNodes {
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
export class UnsavedNodes {
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
export class NodeShares {
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
