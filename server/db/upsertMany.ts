import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './open.ts';
import type { Schema } from './schema.ts';

/** Thousands of rows in one statement would hold up every response for tens of milliseconds. */
const ROWS_PER_STATEMENT = 500;

interface Upsert<Table extends keyof Schema, Column extends keyof Schema[Table]> {
  table: Table;
  /** The primary key, of one column or several: a row whose key is in the table already replaces the one there. */
  key: Column | readonly Column[];
  /** All columns, the key among them. */
  columns: readonly Column[];
  rows: readonly Pick<Schema[Table], Column>[];
}

/**
 * Inserts or replaces many rows, with a turn of the event loop after each statement. A statement has one parameter, a
 * JSON string with all its rows, which SQLite unpacks. A parameter for each value would take far more time, and nodes
 * are written every second.
 */
export async function upsertMany<Table extends keyof Schema, Column extends keyof Schema[Table] & string>(
  db: Database,
  { table, key, columns, rows }: Upsert<Table, Column>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const some = rows.slice(from, from + ROWS_PER_STATEMENT);
    const json = JSON.stringify(some.map((row) => columns.map((column) => row[column])));
    await upsert({ table, keys: [key].flat(), columns, json }).execute(db);
    await setImmediate();
  }
}

interface UpsertText {
  table: string;
  keys: readonly string[];
  columns: readonly string[];
  json: string;
}

function upsert({ table, keys, columns, json }: UpsertText): RawBuilder<unknown> {
  const names = columns.map((column) => sql.ref(column));
  const values = columns.map((_column, index) => sql`value ->> ${sql.lit(index)}`);
  const others = columns.filter((column) => !keys.includes(column));
  const updates = others.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`);
  // SQLite cannot tell `on conflict` from a join's condition unless the select has a `where`.
  return sql`
    insert into ${sql.table(table)} (${sql.join(names)})
    select ${sql.join(values)} from json_each(${json}) where true
    on conflict (${sql.join(keys.map((key) => sql.ref(key)))}) do update set ${sql.join(updates)}
  `;
}
