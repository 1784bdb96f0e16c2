import { setImmediate } from 'node:timers/promises';
import { PostgresAdapter, type QueryExecutorProvider, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from './schema.ts';
import { UserError } from '../errors.ts';

/** Whether statements go to PostgreSQL; otherwise they go to SQLite. */
export function isPostgres(db: QueryExecutorProvider): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/**
 * Any number of values for the right side of `in`, or as a table with one column, `value`. They are one parameter, since a parameter for each would make
 * another statement for each length, and a statement may not have very many.
 */
export function valuesIn<Value extends string | number>(
  db: QueryExecutorProvider,
  values: readonly Value[],
): RawBuilder<Value> {
  if (!isPostgres(db)) return sql<Value>`(select value from json_each(${JSON.stringify(values)}))`;
  if (values.length === 0) return sql<Value>`(null)`;
  return sql<Value>`(select unnest(${values}::${arrayOf(values)}) as value)`;
}

function arrayOf(values: readonly unknown[]): RawBuilder<unknown> {
  return typeof values[0] === 'number' ? sql`bigint[]` : sql`text[]`;
}

/** A table of values with its columns `key`, which counts them from 0, and `value`. */
export function numberedValues(db: QueryExecutorProvider, values: readonly string[]): RawBuilder<unknown> {
  if (!isPostgres(db)) return sql`json_each(${JSON.stringify(values)})`;
  return sql`(select value, place - 1 as key from unnest(${values}::text[]) with ordinality as list(value, place))`;
}

interface Rows {
  table: string;
  columns: readonly string[];
  rows: readonly Record<string, unknown>[];
}

/** The rows as a `select`, to insert from or as a table: one parameter, a JSON string, however many there are. */
export function rowsFrom(db: QueryExecutorProvider, rows: Rows): RawBuilder<unknown> {
  return isPostgres(db) ? rowsOfPostgres(rows) : rowsOfSqlite(rows);
}

function rowsOfSqlite({ columns, rows }: Rows): RawBuilder<unknown> {
  const json = JSON.stringify(rows.map((row) => columns.map((column) => row[column])));
  const values = columns.map((column, index) => sql`value ->> ${sql.lit(index)} as ${sql.ref(column)}`);
  // SQLite cannot tell `on conflict` from a join's condition unless the select has a `where`.
  return sql`select ${sql.join(values)} from json_each(${json}) where true`;
}

function rowsOfPostgres({ table, columns, rows }: Rows): RawBuilder<unknown> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  // PostgreSQL takes the types from the table's row type.
  return sql`select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`;
}

/** Thousands of rows in one statement would delay every response by tens of milliseconds. */
const ROWS_PER_STATEMENT = 500;

interface Upsert<Table extends keyof Schema, Column extends keyof Schema[Table]> {
  table: Table;
  /** The primary key, of one column or several: a row whose key is in the table already replaces the one there. */
  key: Column | readonly Column[];
  /** All columns, the key among them. */
  columns: readonly Column[];
  rows: readonly Pick<Schema[Table], Column>[];
  /** A condition for the rows to write; it reads their columns from `given`. */
  where?: RawBuilder<unknown>;
}

/**
 * Inserts or replaces many rows, with a turn of the event loop after each statement. A statement has one parameter, a
 * JSON string with all its rows, which the database unpacks. A parameter for each value would take far more time, and nodes
 * are written every second.
 */
export async function upsertMany<Table extends keyof Schema, Column extends keyof Schema[Table] & string>(
  db: Kysely<Schema>,
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

/** The ids of a JSON list in a column; null: there is no list. */
export function idsIn(json: string | null): string[] | null {
  if (json === null) return null;
  const ids: unknown = JSON.parse(json);
  if (!Array.isArray(ids)) throw new UserError(500, 'A list of ids in the database cannot be read');
  return ids.filter((id): id is string => typeof id === 'string');
}
