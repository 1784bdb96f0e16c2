import { escapeIdentifier, type Pool } from 'pg';
import { withTimeout } from '../../../src/domain/timing.ts';
import type { LibraryVersion } from '../../others/otherServers.ts';
import { WRITER_LOCK } from './oneWriterDialect.ts';

/** The channel on which PostgreSQL tells, once a transaction and at its end, which process has written. */
export const CHANGES_CHANNEL = 'circuit_tree_changes';

/** The tables from which lists and images are made. */
const LIBRARY = ['albums', 'photos', 'former_slugs'];

/** A database that is out of reach must not keep a list waiting that is in memory. */
const LOOK_TIMEOUT_MS = 1_000;

/**
 * Counts the writes of the library. Whoever writes its tables waits for the writer before to end, also with a statement
 * outside a transaction: so two writers never wait for each other's row of the counter.
 */
const COUNTER = `
  create table if not exists circuit_tree_library (version bigint not null);
  insert into circuit_tree_library select 0 where not exists (select 1 from circuit_tree_library);
  create or replace function circuit_tree_begin() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(${WRITER_LOCK});
    return null;
  end $$;
  create or replace function circuit_tree_count() returns trigger language plpgsql as $$
  begin
    update circuit_tree_library set version = version + 1;
    return null;
  end $$;
  create or replace function circuit_tree_tell() returns trigger language plpgsql as $$
  begin
    perform pg_notify('${CHANGES_CHANNEL}', current_setting('application_name'));
    return null;
  end $$;`;

/** The tables of this program that do not tell yet. */
const SILENT_TABLES = `
  select tables.table_name as name from information_schema.tables
  where tables.table_schema = current_schema() and tables.table_type = 'BASE TABLE'
    and tables.table_name not like 'kysely%' and tables.table_name <> 'circuit_tree_library'
    and not exists (select 1 from information_schema.triggers
      where triggers.event_object_schema = current_schema() and triggers.event_object_table = tables.table_name
        and triggers.trigger_name = 'circuit_tree_tells')`;

/** Two servers that start at once would make the same things at once. */
const MAKING_LOCK = 5_461_902_732;

/** Makes every table tell who has written, and those of the library count. */
export async function watchTables(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [MAKING_LOCK]);
    const { rows } = await client.query<{ name: string }>(SILENT_TABLES);
    if (rows.length > 0) await client.query(COUNTER);
    for (const { name } of rows) {
      const table = escapeIdentifier(name);
      const each = `on ${table} for each statement execute function`;
      await client.query(
        `create or replace trigger circuit_tree_tells after insert or update or delete ${each} circuit_tree_tell()`,
      );
      if (!LIBRARY.includes(name)) continue;
      await client.query(
        `create or replace trigger circuit_tree_begins before insert or update or delete ${each} circuit_tree_begin()`,
      );
      await client.query(
        `create or replace trigger circuit_tree_counts after insert or update or delete ${each} circuit_tree_count()`,
      );
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Counts what other processes write to any table, as far as their notices have come. */
export class OthersWrites {
  readonly #own: string;
  #count = 0;

  /** `own` is what this process calls itself to PostgreSQL. */
  constructor(own: string) {
    this.#own = own;
  }

  get count(): number {
    return this.#count;
  }

  noticed(writer: string): void {
    if (writer !== this.#own) this.#count += 1;
  }

  /** Nothing is known about others while their notices are missed: finding them again counts as a write. */
  missed(): void {
    this.#count += 1;
  }
}

/**
 * How often the library was written, by anybody, as PostgreSQL knows it: a notice may come after the writer was told that
 * all is written, so notices are not enough for lists that are never from the past.
 */
export class CountedLibrary implements LibraryVersion {
  readonly #pool: Pool;
  #version = 0;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  readonly current = (): number => this.#version;

  /** Calls at the same time share one question; one that was asked before a call may be answered from before it. */
  readonly look = (): Promise<void> => {
    if (!this.#running) return this.#ask();
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      return this.#ask();
    });
    return this.#next;
  };

  #ask(): Promise<void> {
    this.#running = withTimeout(this.#read(), LOOK_TIMEOUT_MS, () => undefined)
      // What is in memory is shown as long as nothing newer can be had.
      .catch(() => undefined)
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  async #read(): Promise<void> {
    const { rows } = await this.#pool.query<{ version: number }>('select version from circuit_tree_library');
    this.#version = rows[0]?.version ?? this.#version;
  }
}
