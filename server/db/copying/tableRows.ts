import { createHash } from 'node:crypto';
import type { Kysely, TableMetadata } from 'kysely';
import type { Schema } from '../schema.ts';

const ROWS_AT_ONCE = 2_000;

export type AnyTables = Kysely<Record<string, Record<string, unknown>>>;

/** The columns are known by their names alone. */
export function untyped(db: Kysely<Schema>): AnyTables {
  return db.withTables<Record<string, Record<string, unknown>>>();
}

/** The tables of a library. */
export async function tablesOf(db: Kysely<Schema>): Promise<TableMetadata[]> {
  const tables = await db.introspection.getTables();
  // PostgreSQL's own counters are not part of a library.
  return tables.filter(({ name, isView }) => !isView && !/^(?:kysely|circuit_tree)_/.test(name));
}

export function columnsOf({ columns }: TableMetadata): string[] {
  return columns.map(({ name }) => name);
}

interface Reading {
  columns: readonly string[];
  atOnce?: number;
}

/** All rows of a table, in pages. */
export async function* rowsOf(
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
export class RowsDigest {
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
