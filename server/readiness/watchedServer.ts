import { serverBackWords, serverTroubleWords } from '#domain/troubles.ts';
import { MINUTE_MS, type WatchCheck, type WatchedKind } from '#server/core/watched.ts';

/** Each inspection writes to the disk, so it is made less often than nodes are checked. */
const INSPECT_EVERY_MS = 5 * MINUTE_MS;
/** A trouble has to be found by two inspections in a row: one may come from a moment in which the machine was busy. */
const HOLDS_MS = INSPECT_EVERY_MS;

interface Parts {
  /** The codes of the reasons of `/health/ready`. */
  reasons: () => Promise<readonly string[]>;
  /** The codes of troubles that leave the server ready. */
  otherTroubles: () => Promise<readonly string[]>;
}

/** Watches the server itself. */
export class WatchedServer implements WatchedKind {
  readonly about = 'server';
  readonly inspection = { everyMs: INSPECT_EVERY_MS, run: () => this.inspect() };
  readonly #parts: Parts;
  /** The time since which each trouble has been found. */
  readonly #since = new Map<string, number>();
  #troubles: ReadonlySet<string> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Finds the troubles; the result counts until the next call. */
  async inspect(): Promise<void> {
    const { reasons, otherTroubles } = this.#parts;
    const found = await reasons();
    this.#troubles = new Set([...found, ...(await otherTroubles())]);
  }

  async check({ rule, at, notified }: WatchCheck) {
    const troubles = this.#troubles;
    if (!troubles) return undefined;
    for (const id of this.#since.keys()) if (!troubles.has(id)) this.#since.delete(id);
    for (const id of troubles) if (!this.#since.has(id)) this.#since.set(id, at);
    const conditions = [...new Set([...troubles, ...notified])].map((id) => ({
      id,
      since: this.#since.get(id) ?? null,
      holdsMs: rule.isOn ? HOLDS_MS : null,
    }));
    return {
      conditions,
      begunWords: serverTroubleWords,
      overWords: (ids: readonly string[]) => serverBackWords(ids, troubles.size),
    };
  }
}
