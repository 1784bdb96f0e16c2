import { NODES } from '../../limits.ts';
import type { KnownNode, SavedNode } from './knownNode.ts';

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

  /** Removes the rows of a forgotten node; until then the database still has them. */
  async whileRemoved<T>(nodeId: string, removeRows: () => Promise<T>): Promise<T> {
    this.#note(nodeId, Infinity);
    try {
      return await removeRows();
    } finally {
      this.#outdatedUntil.delete(nodeId);
      this.add([nodeId]);
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

/** Counts the nodes of each key, so that somebody who has one device's key cannot use up the limit for all nodes. */
export class KeyShares {
  readonly #counts = new Map<string, number>();

  /** Nodes that the operator added belong to no key, and are not limited. */
  hasRoom(keyId: string | null): boolean {
    return keyId === null || this.#of(keyId) < NODES.maxPerKey;
  }

  add(keyId: string | null): void {
    if (keyId !== null) this.#counts.set(keyId, this.#of(keyId) + 1);
  }

  remove(keyId: string | null): void {
    if (keyId === null) return;
    const left = this.#of(keyId) - 1;
    if (left > 0) this.#counts.set(keyId, left);
    else this.#counts.delete(keyId);
  }

  #of(keyId: string): number {
    return this.#counts.get(keyId) ?? 0;
  }
}
