import { PostgresAdapter, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

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

/** A table of values with its columns `key`, which counts them from 0, and `value`. */
export function numbered(db: QueryExecutorProvider, values: readonly string[]): RawBuilder<unknown> {
  if (!isPostgres(db)) return sql`json_each(${JSON.stringify(values)})`;
  return sql`(select value, place - 1 as key from unnest(${values}::text[]) with ordinality as list(value, place))`;
}

function arrayOf(values: readonly unknown[]): RawBuilder<unknown> {
  return typeof values[0] === 'number' ? sql`bigint[]` : sql`text[]`;
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
