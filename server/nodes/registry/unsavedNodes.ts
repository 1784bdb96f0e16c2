import { type KnownNode, savedNode } from './knownNode.ts';
import type { NodeChanges, SavedDay } from './nodeChanges.ts';

/** The changes of nodes that the database does not have yet. */
export class UnsavedNodes {
  readonly #nodes = new Set<KnownNode>();
  /** Nodes that the database has never had. */
  readonly #new = new Set<KnownNode>();
  readonly #days = new Set<string>();

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

  addDay(nodeId: string): void {
    this.#days.add(nodeId);
  }

  confirm(node: KnownNode): void {
    this.#new.delete(node);
  }

  drop(node: KnownNode): void {
    this.#nodes.delete(node);
    this.#new.delete(node);
    this.#days.delete(node.nodeId);
  }

  /** The changes since the last call. */
  take(savedDay: (nodeId: string) => SavedDay | undefined): NodeChanges {
    const nodes = Array.from(this.#nodes, (node) => ({
      ...savedNode(node),
      ...(!this.#new.has(node) && { isStored: true as const }),
    }));
    const days = [...this.#days].flatMap((nodeId) => savedDay(nodeId) ?? []);
    this.#nodes.clear();
    this.#days.clear();
    return { nodes, days };
  }
}
