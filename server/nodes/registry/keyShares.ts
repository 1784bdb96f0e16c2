import { NODES } from '../../limits.ts';

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
