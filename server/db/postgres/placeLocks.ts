import { Pool } from 'pg';
import { ADVISORY_LOCKS } from '../../locks.ts';

/** The number of uploads and removals at the same time; the others wait. */
const CONNECTIONS = 8;

/**
 * Locks by name between servers. They have connections of their own: work that holds one may need others, which must not
 * all be waiting for such a lock.
 */
export class PlaceLocks {
  readonly #pool: Pool;

  constructor({ url, name }: { url: string; name: string }) {
    this.#pool = new Pool({
      connectionString: url,
      application_name: name,
      max: CONNECTIONS,
      connectionTimeoutMillis: 60_000,
    });
    this.#pool.on('error', () => undefined);
  }

  async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    let isBroken = true;
    // A connection that breaks says so here, and again at its next use.
    client.on('error', ignore);
    try {
      await client.query('select pg_advisory_lock($1, hashtext($2))', [ADVISORY_LOCKS.named, name]);
      const result = await work();
      isBroken = false;
      return result;
    } finally {
      // After any failure: closing the connection releases the lock too.
      if (!isBroken) {
        isBroken = await client.query('select pg_advisory_unlock($1, hashtext($2))', [ADVISORY_LOCKS.named, name]).then(
          () => false,
          () => true,
        );
      }
      client.off('error', ignore);
      client.release(isBroken);
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

function ignore(): void {
  // The next query on the connection fails too, and that failure is handled.
}
