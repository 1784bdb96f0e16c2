import { setTimeout as wait } from 'node:timers/promises';
import { Client, escapeIdentifier, type Pool } from 'pg';
import { backoff } from '../../../src/domain/backoff.ts';

const CHANNEL = 'circuit_tree_changes';
const retryDelayMs = backoff({ firstMs: 100, longestMs: 5_000 });

/** Tells all who listen which process has written; PostgreSQL sends one notice a transaction, at its end. */
const TELL_FUNCTION = `
  create or replace function circuit_tree_tell() returns trigger language plpgsql as $$
  begin
    perform pg_notify('${CHANNEL}', current_setting('application_name'));
    return null;
  end $$`;

/** The tables of this program that do not tell yet. */
const SILENT_TABLES = `
  select tables.table_name as name from information_schema.tables
  where tables.table_schema = current_schema() and tables.table_type = 'BASE TABLE'
    and tables.table_name not like 'kysely%'
    and not exists (select 1 from information_schema.triggers
      where triggers.event_object_schema = current_schema() and triggers.event_object_table = tables.table_name
        and triggers.trigger_name = 'circuit_tree_tells')`;

/**
 * Counts what other processes (the operator's commands) write, over a connection of its own. While that connection is
 * lost, nothing is known about the others: finding it again counts as a change.
 */
export class ChangeListener {
  readonly #url: string;
  readonly #name: string;
  #client: Client | undefined;
  #isClosed = false;
  #version = 0;

  constructor({ url, name }: { url: string; name: string }) {
    this.#url = url;
    this.#name = name;
  }

  /** Another number once another process has written. */
  get version(): number {
    return this.#version;
  }

  async start(pool: Pool): Promise<void> {
    const { rows } = await pool.query<{ name: string }>(SILENT_TABLES);
    if (rows.length > 0) await pool.query(TELL_FUNCTION);
    for (const { name } of rows) {
      await pool.query(`create or replace trigger circuit_tree_tells after insert or update or delete
        on ${escapeIdentifier(name)} for each statement execute function circuit_tree_tell()`);
    }
    await this.#connect();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#client?.end();
  }

  async #connect(): Promise<void> {
    const client = new Client({ connectionString: this.#url, application_name: this.#name, keepAlive: true });
    client.on('notification', ({ payload }) => {
      if (payload !== this.#name) this.#version += 1;
    });
    client.on('error', () => undefined);
    client.once('end', () => void this.#connectAgain(client));
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    this.#client = client;
  }

  async #connectAgain(lost: Client): Promise<void> {
    // A connection that never came about is followed by the loop that asked for it.
    if (lost !== this.#client) return;
    for (let failures = 1; !this.#isClosed; failures += 1) {
      try {
        await this.#connect();
        this.#version += 1;
        return;
      } catch {
        await wait(retryDelayMs(failures), undefined, { ref: false });
      }
    }
  }
}
