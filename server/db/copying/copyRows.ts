import { type Kysely, sql, type TableMetadata } from 'kysely';
import { UserError } from '../../errors.ts';
import { isPostgres, rowsFrom } from '../lists.ts';
import type { Schema } from '../schema.ts';
import { type AnyTables, columnsOf, RowsDigest, rowsOf, tablesOf, untyped } from './tableRows.ts';

/** The rows of other tables refer to rows of these. */
const REFERRED_TO = ['users', 'albums'];
/** Tables whose rows refer to each other: they have to be copied in one statement. */
const IN_ITSELF = 'albums';

/**
 * Replaces all rows of a database by those of another one, in one transaction: it has all of them, or what it had
 * before. Both databases have had the same migrations. Returns how many rows there are.
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

/** Every row is read again where it arrived. */
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

/** Columns that count by themselves go on after the highest number that was copied. */
async function countOn(db: Kysely<Schema>): Promise<void> {
  for (const { name, columns } of await tablesOf(db)) {
    for (const column of columns.filter(({ isAutoIncrementing }) => isAutoIncrementing)) {
      await sql`select setval(pg_get_serial_sequence(${name}, ${column.name}),
        (select coalesce(max(${sql.ref(column.name)}), 0) + 1 from ${sql.table(name)}), false)`.execute(db);
    }
  }
}
