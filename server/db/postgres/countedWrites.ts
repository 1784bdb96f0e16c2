import { setImmediate as immediately } from 'node:timers/promises';
import type { Pool } from 'pg';
import { withTimeout } from '#domain/timing.ts';

/** A database that is out of reach must not keep a list waiting that is in memory. */
const LOOK_TIMEOUT_MS = 1_000;

/** Without parameters: it is sent in one piece, and planned in no time. */
const COUNTS = `select
  (select version from circuit_tree_library) as library,
  (select version from circuit_tree_access) as access`;

interface Counts {
  library: number;
  access: number;
}

/**
 * PostgreSQL's counts of the writes to the library and to its permissions. A notice may arrive after the writer's
 * response, so notices alone are not enough for data that must never be outdated.
 */
export class CountedWrites {
  readonly #pool: Pool;
  #counts: Counts = { library: 0, access: 0 };
  #running: Promise<boolean> | undefined;
  #next: Promise<boolean> | undefined;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  readonly library = (): number => this.#counts.library;
  readonly access = (): number => this.#counts.access;

  /**
   * Resolves to false when PostgreSQL is out of reach. Calls share the next question that is asked after them, which waits
   * for what else has just arrived, and for the one before.
   */
  readonly look = (): Promise<boolean> => {
    this.#next ??= this.#askNext();
    return this.#next;
  };

  async #askNext(): Promise<boolean> {
    await this.#running;
    await immediately();
    this.#next = undefined;
    // The value in memory is shown while nothing newer can be read.
    this.#running = withTimeout(this.#read(), LOOK_TIMEOUT_MS, () => false).catch(() => false);
    return this.#running;
  }

  async #read(): Promise<boolean> {
    const { rows } = await this.#pool.query<Counts>(COUNTS);
    const { library, access } = this.#counts;
    // Responses can arrive out of order; keep the larger count.
    this.#counts = {
      library: Math.max(library, rows[0]?.library ?? 0),
      access: Math.max(access, rows[0]?.access ?? 0),
    };
    return true;
  }
}
