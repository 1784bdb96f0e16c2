import { setTimeout as wait } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { StartError } from '#server/core/errors.ts';
import { ADVISORY_LOCKS } from './advisoryLocks.ts';

/** The longest time without a first server after the first one has gone. */
const TRY_EVERY_MS = 1_000;

/**
 * Makes this process one of the servers on a database. It holds locks that PostgreSQL releases when the connection
 * ends: one that all servers share, and one that only the first server has.
 */
export class Membership {
  readonly #url: string;
  readonly #name: string;
  #client: Client | undefined;
  #isFirst = false;
  #closing = new AbortController();
  #trying: Promise<void> | undefined;

  constructor({ url, name }: { url: string; name: string }) {
    this.#url = url;
    this.#name = name;
  }

  get isFirst(): boolean {
    return this.#isFirst;
  }

  /** Resolves to whether there is no other server. */
  async join(): Promise<boolean> {
    const client = await this.#connect();
    if (await took(client, 'select pg_try_advisory_lock($1) as taken', ADVISORY_LOCKS.server)) {
      await client.query('select pg_advisory_lock_shared($1)', [ADVISORY_LOCKS.server]);
      await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCKS.server]);
      this.#isFirst = await took(client, 'select pg_try_advisory_lock($1) as taken', ADVISORY_LOCKS.first);
      this.#trying = this.#keepTrying();
      return true;
    }
    await share(client);
    this.#trying = this.#keepTrying();
    return false;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#isFirst = false;
    await this.#trying;
    await this.#client?.end();
  }

  async #connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.#url,
      application_name: this.#name,
      keepAlive: true,
      connectionTimeoutMillis: 15_000,
    });
    client.on('error', () => undefined);
    client.once('end', () => {
      if (this.#client === client) this.#left();
    });
    await client.connect();
    this.#client = client;
    return client;
  }

  /** Another server may be the first from now on. */
  #left(): void {
    this.#client = undefined;
    this.#isFirst = false;
  }

  async #keepTrying(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await wait(TRY_EVERY_MS, undefined, { ref: false, signal }).catch(() => undefined);
      if (!signal.aborted && !this.#isFirst) await this.#tryToBeFirst().catch(() => undefined);
    }
  }

  async #tryToBeFirst(): Promise<void> {
    let client = this.#client;
    if (!client) {
      client = await this.#connect();
      await share(client);
    }
    const isFirst = await took(client, 'select pg_try_advisory_lock($1) as taken', ADVISORY_LOCKS.first);
    this.#isFirst = isFirst && this.#client === client && !this.#closing.signal.aborted;
  }
}

/**
 * Another process holds the whole lock only for a moment, to check that it is alone, or while it replaces everything.
 */
async function share(client: Client): Promise<void> {
  await client.query("set lock_timeout = '10s'");
  try {
    await client.query('select pg_advisory_lock_shared($1)', [ADVISORY_LOCKS.server]);
  } catch (error) {
    await client.end();
    throw new StartError('DATABASE_URL: a command is replacing the library in this database: wait for its end', {
      cause: error,
    });
  }
}

async function took(client: Client, statement: string, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(statement, [lock]);
  return rows[0]?.taken === true;
}

/** The number of uploads and removals at the same time; others wait. */
const CONNECTIONS = 8;

/** Locks by name between servers, on connections of their own, so that waiters cannot use up the pool. */
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
    // A broken connection is reported here, and again at its next use.
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
