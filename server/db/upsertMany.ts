import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { rowsFrom } from './lists.ts';
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
  /** Writes only the rows for which this holds; it knows their columns as those of `given`. */
  where?: RawBuilder<unknown>;
}

/**
 * Inserts or replaces many rows, with a turn of the event loop after each statement. A statement has one parameter, a
 * JSON string with all its rows, which the database unpacks. A parameter for each value would take far more time, and nodes
 * are written every second.
 */
export async function upsertMany<Table extends keyof Schema, Column extends keyof Schema[Table] & string>(
  db: Database,
  { table, key, columns, rows, where = sql`true` }: Upsert<Table, Column>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const some = rows.slice(from, from + ROWS_PER_STATEMENT);
    const keys: string[] = [key].flat();
    const updates = columns.filter((column) => !keys.includes(column)).map(newValueOf);
    const names = sql.join(columns.map((column) => sql.ref(column)));
    await sql`insert into ${sql.table(table)} (${names})
      select ${names} from (${rowsFrom(db, { table, columns, rows: some })}) as given where ${where}
      on conflict (${sql.join(keys.map((column) => sql.ref(column)))}) do update set ${sql.join(updates)}`.execute(db);
    await setImmediate();
  }
}

function newValueOf(column: string): RawBuilder<unknown> {
  return sql`${sql.ref(column)} = excluded.${sql.ref(column)}`;
}
