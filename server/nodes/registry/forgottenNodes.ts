/** For this long after a node was forgotten, other servers may still report it. */
const GRACE_MS = 2_000;
/** Nothing that was read or heard before is on its way any more. */
const REMEMBERED_MS = 5 * 60_000;

/** The nodes that were forgotten just now: what was read or heard of them before does not bring them back. */
export class ForgottenNodes {
  readonly monotonicNow: () => number;
  /** Until when the news of a node are outdated, by its id. */
  readonly #outdatedUntil = new Map<string, number>();

  constructor(monotonicNow: () => number) {
    this.monotonicNow = monotonicNow;
  }

  add(nodeIds: readonly string[]): void {
    this.#prune();
    for (const nodeId of nodeIds) this.#note(nodeId, this.monotonicNow() + GRACE_MS);
  }

  /** Removes the rows of a forgotten node: the database has them until then. */
  async whileRemoved<T>(nodeId: string, removeRows: () => Promise<T>): Promise<T> {
    this.#note(nodeId, Infinity);
    try {
      return await removeRows();
    } finally {
      this.#outdatedUntil.delete(nodeId);
      this.add([nodeId]);
    }
  }

  /** Whether news of a node that were read or heard at a monotonic time are older than its end. */
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
