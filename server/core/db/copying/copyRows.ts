import { createHash } from 'node:crypto';
import { type Kysely, sql, type TableMetadata } from 'kysely';
import { UserError } from '#server/core/errors.ts';
import { isPostgres, rowsFrom } from '../lists.ts';
import type { Schema } from '../schema.ts';

/** Tables that rows of other tables refer to. They are copied first. */
const REFERRED_TO = ['users', 'albums', 'tablets', 'sources'];
/** Tables whose rows refer to each other: they have to be copied in one statement. */
const IN_ITSELF = 'albums';

/**
 * Replaces all rows of a database by those of another one, in one transaction: all of them, or none. Both databases
 * have had the same migrations. Returns the number of rows.
 */
export async function copyRows(from: Kysely<Schema>, to: Kysely<Schema>): Promise<number> {
  const tables = inOrder(await tablesOf(from));
  return from
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((source) =>
      to.transaction().execute(async (target) => {
        for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(target);
        let rows = 0;
        for (const table of tables) rows += await copyTable(table, untyped(source), untyped(target));
        if (isPostgres(target)) await countOn(target);
        return rows;
      }),
    );
}

/**
 * Returns the number of rows if two databases hold exactly the same ones, otherwise undefined. Both have had the same
 * migrations.
 */
export async function sameRows(one: Kysely<Schema>, other: Kysely<Schema>): Promise<number | undefined> {
  let rows = 0;
  for (const table of await tablesOf(one)) {
    const columns = columnsOf(table);
    const found = await RowsDigest.of(untyped(one), table.name, columns);
    if (!found.equals(await RowsDigest.of(untyped(other), table.name, columns))) return undefined;
    rows += found.count;
  }
  return rows;
}

/** Whether anybody has used this database yet: it has people, albums or keys. */
export async function holdsLibrary(db: Kysely<Schema>): Promise<boolean> {
  const found = await Promise.all([
    db.selectFrom('users').select('id').limit(1).execute(),
    db.selectFrom('albums').select('id').limit(1).execute(),
    db.selectFrom('api_keys').select('id').limit(1).execute(),
  ]);
  return found.some((rows) => rows.length > 0);
}

function inOrder(tables: TableMetadata[]): TableMetadata[] {
  return tables.toSorted((one, other) => rankOf(one) - rankOf(other));
}

function rankOf({ name }: TableMetadata): number {
  return REFERRED_TO.includes(name) ? 0 : 1;
}

/** Every row is read again from the target. */
async function copyTable(table: TableMetadata, from: AnyTables, to: AnyTables): Promise<number> {
  const { name } = table;
  const columns = columnsOf(table);
  const sent = new RowsDigest(columns);
  const reading = name === IN_ITSELF ? { columns, atOnce: Number.MAX_SAFE_INTEGER } : { columns };
  for await (const rows of rowsOf(from, name, reading)) {
    await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
      ${rowsFrom(to, { table: name, columns, rows })}`.execute(to);
    sent.add(rows);
  }
  const arrived = await RowsDigest.of(to, name, columns);
  if (arrived.equals(sent)) return sent.count;
  throw new UserError(
    500,
    `Of ${sent.count} rows of ${name} ${arrived.count} arrived, or others than were sent: nothing was changed`,
  );
}

/** Sets automatic ids to continue after the highest copied one. */
async function countOn(db: Kysely<Schema>): Promise<void> {
  for (const { name, columns } of await tablesOf(db)) {
    for (const column of columns.filter(({ isAutoIncrementing }) => isAutoIncrementing)) {
      await sql`select setval(pg_get_serial_sequence(${name}, ${column.name}),
        (select coalesce(max(${sql.ref(column.name)}), 0) + 1 from ${sql.table(name)}), false)`.execute(db);
    }
  }
}

const ROWS_AT_ONCE = 2_000;

type AnyTables = Kysely<Record<string, Record<string, unknown>>>;

/** The database by table names, without types for its columns. */
function untyped(db: Kysely<Schema>): AnyTables {
  return db.withTables<Record<string, Record<string, unknown>>>();
}

/** The tables of a library. */
async function tablesOf(db: Kysely<Schema>): Promise<TableMetadata[]> {
  const tables = await db.introspection.getTables();
  // PostgreSQL's own counters are not part of a library.
  return tables.filter(({ name, isView }) => !isView && !/^(?:kysely|circuit_tree)_/.test(name));
}

function columnsOf({ columns }: TableMetadata): string[] {
  return columns.map(({ name }) => name);
}

interface Reading {
  columns: readonly string[];
  atOnce?: number;
}

/** All rows of a table, in pages. */
async function* rowsOf(
  db: AnyTables,
  table: string,
  { columns, atOnce = ROWS_AT_ONCE }: Reading,
): AsyncIterable<Record<string, unknown>[]> {
  for (let read = 0, isLast = false; !isLast; read += atOnce) {
    const page = db
      .selectFrom(table)
      .select([...columns])
      .limit(atOnce)
      .offset(read);
    // Each table's key is among its first columns.
    const rows = await columns
      .slice(0, 3)
      .reduce((query, column) => query.orderBy(column), page)
      .execute();
    isLast = rows.length < atOnce;
    if (rows.length > 0) yield rows;
  }
}

/** Summarises a table as two numbers that do not depend on the order of its rows. */
class RowsDigest {
  readonly #columns: readonly string[];
  #count = 0;
  #sum = 0n;

  constructor(columns: readonly string[]) {
    this.#columns = columns;
  }

  static async of(db: AnyTables, table: string, columns: readonly string[]): Promise<RowsDigest> {
    const digest = new RowsDigest(columns);
    for await (const rows of rowsOf(db, table, { columns })) digest.add(rows);
    return digest;
  }

  get count(): number {
    return this.#count;
  }

  add(rows: readonly Record<string, unknown>[]): void {
    this.#count += rows.length;
    for (const row of rows) {
      const values = JSON.stringify(this.#columns.map((column) => row[column]));
      const hash = createHash('sha256').update(values).digest();
      this.#sum = BigInt.asUintN(64, this.#sum + hash.readBigUInt64LE());
    }
  }

  equals(other: RowsDigest): boolean {
    return this.#count === other.#count && this.#sum === other.#sum;
  }
}
