import type { NodeRegistry } from './nodeRegistry.ts';

/** For so long a key that was active just now is not looked up again. */
const BELIEVED_MS = 1_000;

interface Options {
  registry: Pick<NodeRegistry, 'find' | 'setOwner'>;
  /** Looks a key up in the database. */
  keys: { active: (id: string) => Promise<object | undefined> };
  monotonicNow: () => number;
}

/**
 * Which key may report for a node: the one that reported first, until it is revoked or an admin releases the node. Else a
 * stolen sensor could hide the death of another, or answer as it.
 */
export class NodeOwners {
  readonly #registry: Options['registry'];
  readonly #keys: Options['keys'];
  readonly #monotonicNow: () => number;
  readonly #activeAt = new Map<string, number>();

  constructor({ registry, keys, monotonicNow }: Options) {
    this.#registry = registry;
    this.#keys = keys;
    this.#monotonicNow = monotonicNow;
  }

  /**
   * Whether the node is this key's, as a new one is; one whose key has ended becomes this key's. Returns a promise only
   * where the key of the owner is looked up: else what a device sends right behind its first report would be refused.
   */
  take(nodeId: string, keyId: string): boolean | Promise<boolean> {
    const owner = this.#registry.find(nodeId)?.keyId;
    if (owner === undefined || owner === keyId) return true;
    if (owner === null) return this.#registry.setOwner(nodeId, keyId);
    return this.#isBelieved(owner) ? false : this.#takeFrom(owner, nodeId, keyId);
  }

  async #takeFrom(owner: string, nodeId: string, keyId: string): Promise<boolean> {
    if (await this.#isActive(owner)) return false;
    // Another key may have taken it during the look.
    const present = this.#registry.find(nodeId)?.keyId;
    return present === owner ? this.#registry.setOwner(nodeId, keyId) : present === undefined || present === keyId;
  }

  #isBelieved(keyId: string): boolean {
    const since = this.#activeAt.get(keyId);
    return since !== undefined && this.#monotonicNow() - since < BELIEVED_MS;
  }

  async #isActive(keyId: string): Promise<boolean> {
    const now = this.#monotonicNow();
    const isActive = (await this.#keys.active(keyId)) !== undefined;
    if (isActive) this.#activeAt.set(keyId, now);
    else this.#activeAt.delete(keyId);
    return isActive;
  }
}
