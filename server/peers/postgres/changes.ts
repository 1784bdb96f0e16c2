import { setImmediate as immediately } from 'node:timers/promises';
import { escapeIdentifier, type Pool } from 'pg';
import { withTimeout } from '#domain/timing.ts';
import { ADVISORY_LOCKS } from './advisoryLocks.ts';

/** The channel on which PostgreSQL notifies, once for each transaction at its end, which process has written. */
export const CHANGES_CHANNEL = 'circuit_tree_changes';

const ANY = 'insert or update or delete';

interface Counted {
  /** The function that counts. */
  count: string;
  /** The writes that are counted for each table. */
  events: Readonly<Record<string, string>>;
}

/** The tables from which lists and images are made. */
const LIBRARY: Counted = { count: 'circuit_tree_count', events: { albums: ANY, photos: ANY, former_slugs: ANY } };

/** Writes that may change the person behind a valid credential, or the things that person may see. */
const ACCESS: Counted = {
  count: 'circuit_tree_count_access',
  events: {
    api_keys: 'update or delete',
    sessions: 'delete',
    tablets: 'update of album_ids, expires_at or delete',
    user_permissions: ANY,
    users: 'update of album_ids or delete',
  },
};

/**
 * Counts the writes to the library and to permissions. A writer waits until the previous one has ended, also with a
 * statement outside a transaction, so that two writers never wait for each other's row of a counter.
 */
const COUNTERS = `
  create table if not exists circuit_tree_library (version bigint not null);
  insert into circuit_tree_library select 0 where not exists (select 1 from circuit_tree_library);
  create table if not exists circuit_tree_access (version bigint not null);
  insert into circuit_tree_access select 0 where not exists (select 1 from circuit_tree_access);
  create or replace function circuit_tree_begin() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(${ADVISORY_LOCKS.writer});
    return null;
  end $$;
  create or replace function circuit_tree_count() returns trigger language plpgsql as $$
  begin
    update circuit_tree_library set version = version + 1;
    return null;
  end $$;
  create or replace function circuit_tree_count_access() returns trigger language plpgsql as $$
  begin
    update circuit_tree_access set version = version + 1;
    return null;
  end $$;
  create or replace function circuit_tree_tell() returns trigger language plpgsql as $$
  begin
    perform pg_notify('${CHANGES_CHANNEL}', current_setting('application_name'));
    return null;
  end $$;`;

/** The tables of this program, and the triggers that each has. */
const TABLES = `
  select relname as name, array(
    select tgname::text from pg_trigger where tgrelid = pg_class.oid and not tgisinternal
  ) as triggers
  from pg_class
  where relkind = 'r' and relnamespace = current_schema()::regnamespace
    and relname not like 'kysely%' and relname not like 'circuit\\_tree\\_%'`;

/**
 * Creates the missing triggers: each table notifies the servers of its writer, and tables of the library also count
 * their writes.
 */
export async function watchTables(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.triggers]);
    const { rows } = await client.query<{ name: string; triggers: string[] }>(TABLES);
    const missing = rows.flatMap(({ name, triggers }) =>
      triggersOf(name).filter((trigger) => !triggers.includes(trigger.name)),
    );
    if (missing.length > 0) await client.query(COUNTERS);
    for (const { create } of missing) await client.query(create);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

interface Trigger {
  name: string;
  create: string;
}

function triggersOf(table: string): Trigger[] {
  const on = (name: string, when: string, act: string): Trigger => ({
    name,
    create: `create or replace trigger ${name} ${when} on ${escapeIdentifier(table)} for each statement execute function ${act}()`,
  });
  const counted = [LIBRARY, ACCESS].flatMap(({ count, events }) => {
    const event = events[table];
    return event === undefined
      ? []
      : [
          on('circuit_tree_begins', `before ${event}`, 'circuit_tree_begin'),
          on('circuit_tree_counts', `after ${event}`, count),
        ];
  });
  return [on('circuit_tree_tells', `after ${ANY}`, 'circuit_tree_tell'), ...counted];
}

/** Counts the writes of other processes to any table, as far as their notices have arrived. */
export class PeerWrites {
  readonly #own: string;
  #count = 0;

  /** `own` is the name of this process in PostgreSQL. */
  constructor(own: string) {
    this.#own = own;
  }

  get count(): number {
    return this.#count;
  }

  noticed(writer: string): void {
    if (writer !== this.#own) this.#count += 1;
  }

  /** Nothing is known about others while notices are missed, so their return counts as a write. */
  missed(): void {
    this.#count += 1;
  }
}

/** A list in memory must not wait longer for a database that is out of reach. */
const READ_TIMEOUT_MS = 1_000;

/** The query has no parameters, so that it is sent in one message and needs no planning. */
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
   * Resolves to false when PostgreSQL is out of reach. Calls share one query, which begins after all of them and after
   * the query before.
   */
  readonly refresh = (): Promise<boolean> => {
    this.#next ??= this.#askNext();
    return this.#next;
  };

  async #askNext(): Promise<boolean> {
    await this.#running;
    await immediately();
    this.#next = undefined;
    // The value in memory is shown while nothing newer can be read.
    this.#running = withTimeout(this.#read(), READ_TIMEOUT_MS, () => false).catch(() => false);
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
