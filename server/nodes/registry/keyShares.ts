import { NODES } from '../../limits.ts';

/** Counts whose nodes the registry holds: whoever has one device's key cannot take the room of the others'. */
export class KeyShares {
  readonly #counts = new Map<string, number>();

  /** Nodes that the operator added are of no key. */
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
