import { randomUUID } from 'node:crypto';
import { type CustomTypesConfig, Pool, types } from 'pg';
import { reasonOf, StartError } from '#server/core/errors.ts';
import { repeat } from '#server/core/repeating.ts';
import type { Backend } from '#server/core/db/backend.ts';
import { CHANGES_CHANNEL, PeerWrites, watchTables, CountedWrites } from './changes.ts';
import { ListenConnection, MESSAGES_CHANNEL, NoticedMessages } from './listenConnection.ts';
import { Membership, PlaceLocks } from './membership.ts';
import { OneWriterDialect } from './oneWriterDialect.ts';

const CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 15_000;
/** The time that a statement waits for others; the same as for SQLite's lock. */
const LOCK_TIMEOUT_MS = 15_000;
const TIME = 'select extract(epoch from clock_timestamp()) * 1000 as time';
const { INT8, NUMERIC } = types.builtins;

/** Parses sums and counts as numbers. The driver returns texts, since they could be too large for a number. */
function numbersAsNumbers(): CustomTypesConfig {
  return {
    getTypeParser: (type, format) => (type === INT8 || type === NUMERIC ? Number : types.getTypeParser(type, format)),
  };
}

/** The database at an address such as postgres://user:password@host/name. */
export async function openPostgres(url: string, known: readonly string[]): Promise<Backend> {
  // Each process has a name of its own, by which it recognises its own changes.
  const name = `circuit-tree ${randomUUID()}`;
  const pool = new Pool({
    connectionString: url,
    application_name: name,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    types: numbersAsNumbers(),
  });
  // An idle connection may break at any time: the pool opens another one when it is needed.
  pool.on('error', () => undefined);
  // A connection that breaks between two queries of a transaction must not end the process: the next query reports it.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  await reach(pool, known);
  const own = { url, name };
  const writes = new PeerWrites(name);
  const counted = new CountedWrites(pool);
  const messages = new NoticedMessages(pool, name);
  const membership = new Membership(own);
  const places = new PlaceLocks(own);
  const clock = new SharedClock({ ask: async () => (await pool.query<{ time: number }>(TIME)).rows[0]?.time ?? 0 });
  const listening = new ListenConnection({
    ...own,
    channels: {
      [CHANGES_CHANNEL]: (writer) => writes.noticed(writer),
      [MESSAGES_CHANNEL]: (notice) => messages.noticed(notice),
    },
    onGap: () => {
      writes.missed();
      messages.missed();
    },
  });
  const beforeEnd = async () => {
    await listening.close();
    await membership.close();
    await places.close();
    await clock.close();
  };
  return {
    dialect: new OneWriterDialect({ pool, beforeEnd }),
    beforeUpgrade: async () => () => undefined,
    opened: async () => {
      await watchTables(pool);
      await listening.start();
      await counted.refresh();
      await clock.start();
    },
    aheadMs: clock.aheadMs,
    version: () => writes.count,
    accessVersion: counted.access,
    library: { current: counted.library, refresh: counted.refresh },
    cluster: {
      join: () => membership.join(),
      leader: { isHere: () => membership.isFirst },
      messages,
      locks: { runAlone: (work, run) => places.run(work, run) },
    },
  };
}

async function reach(pool: Pool, known: readonly string[]): Promise<void> {
  try {
    await refuseNewer(pool, known);
  } catch (error) {
    await pool.end();
    if (error instanceof StartError) throw error;
    throw new StartError(`DATABASE_URL: the database cannot be reached: ${reasonOf(error)}`);
  }
}

/** Throws unless every migration of the database is known: an older program would damage what a newer one stores. */
async function refuseNewer(pool: Pool, known: readonly string[]): Promise<void> {
  const { rows: tables } = await pool.query<{ name: string | null }>("select to_regclass('kysely_migration') as name");
  if (tables[0]?.name == null) return;
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration order by name');
  const unknown = rows.find(({ name }) => !known.includes(name));
  if (!unknown) return;
  throw new StartError(
    `DATABASE_URL: the database is of a newer version of this program (${unknown.name}), which has to be installed again; nothing was changed`,
  );
}

/** A smaller difference does not matter; correcting it would only make the time jump. */
const COUNTS_FROM_MS = 1_000;
const ASK_EVERY_MS = 60_000;

interface Options {
  /** Resolves to the time of the database, which all servers share, in milliseconds since 1970. */
  ask: () => Promise<number>;
  /** The time of this machine. */
  now?: () => number;
}

/**
 * One clock for all servers: otherwise a challenge that one server makes for five minutes would already be over for
 * another whose clock is five minutes ahead.
 */
export class SharedClock {
  readonly #ask: Options['ask'];
  readonly #now: () => number;
  #aheadMs = 0;
  #end: (() => Promise<void>) | undefined;

  constructor({ ask, now = Date.now }: Options) {
    this.#ask = ask;
    this.#now = now;
  }

  /** The lead of the shared time over this machine's; negative when it is behind. */
  readonly aheadMs = (): number => this.#aheadMs;

  async start(): Promise<void> {
    await this.measure();
    // While the database is out of reach, the last known difference stays.
    this.#end = repeat(ASK_EVERY_MS, () => this.measure().catch(() => undefined));
  }

  async measure(): Promise<void> {
    const askedAt = this.#now();
    const shared = await this.#ask();
    const heardAt = this.#now();
    // A slow response does not say precisely when it was made.
    if (Math.abs(heardAt - askedAt) > COUNTS_FROM_MS) return;
    const ahead = Math.round(shared - (askedAt + heardAt) / 2);
    if (Math.abs(ahead - this.#aheadMs) >= COUNTS_FROM_MS) this.#aheadMs = ahead;
  }

  async close(): Promise<void> {
    await this.#end?.();
  }
}
