import { type Kysely, sql, type TableMetadata } from 'kysely';
import { UserError } from '../errors.ts';
import { isPostgres, rowsFrom } from './lists.ts';
import type { Database } from './open.ts';

/** The rows of other tables refer to rows of these. */
const REFERRED_TO = ['users', 'albums'];
/** Whose rows refer to each other: they have to come in one statement. */
const IN_ITSELF = 'albums';
const ROWS_PER_STATEMENT = 2_000;

type AnyTables = Kysely<Record<string, Record<string, unknown>>>;

/**
 * Replaces all rows of a database by those of another one, in one transaction: whatever happens, it has all of them or
 * what it had before. Both have had the same migrations. Returns how many rows there are.
 */
export async function copyRows(from: Database, to: Database): Promise<number> {
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

/** Whether anybody has used this database yet: it has people, albums or keys. */
export async function holdsLibrary(db: Database): Promise<boolean> {
  const found = await Promise.all([
    db.selectFrom('users').select('id').limit(1).execute(),
    db.selectFrom('albums').select('id').limit(1).execute(),
    db.selectFrom('api_keys').select('id').limit(1).execute(),
  ]);
  return found.some((rows) => rows.length > 0);
}

/** The columns are known by their names alone here. */
function untyped(db: Database): AnyTables {
  return db.withTables<Record<string, Record<string, unknown>>>();
}

async function tablesOf(db: Database): Promise<TableMetadata[]> {
  const tables = await db.introspection.getTables();
  // What PostgreSQL counts for itself is not part of a library.
  return tables.filter(({ name, isView }) => !isView && !/^(?:kysely|circuit_tree)_/.test(name));
}

function inOrder(tables: TableMetadata[]): TableMetadata[] {
  return tables.toSorted((one, other) => rankOf(one) - rankOf(other));
}

function rankOf({ name }: TableMetadata): number {
  return REFERRED_TO.includes(name) ? 0 : 1;
}

async function copyTable({ name, columns }: TableMetadata, from: AnyTables, to: AnyTables): Promise<number> {
  const names = columns.map((column) => column.name);
  const limit = name === IN_ITSELF ? Number.MAX_SAFE_INTEGER : ROWS_PER_STATEMENT;
  let copied = 0;
  for (;;) {
    // Each table's key is among its first columns.
    const page = from.selectFrom(name).select(names).limit(limit).offset(copied);
    const rows = await names
      .slice(0, 3)
      .reduce((query, column) => query.orderBy(column), page)
      .execute();
    if (rows.length > 0) {
      await sql`insert into ${sql.table(name)} (${sql.join(names.map((column) => sql.ref(column)))})
        ${rowsFrom(to, { table: name, columns: names, rows })}`.execute(to);
    }
    copied += rows.length;
    if (rows.length < limit) break;
  }
  await requireAll(to, { name, copied });
  return copied;
}

async function requireAll(db: AnyTables, { name, copied }: { name: string; copied: number }): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db);
  if (rows[0]?.count === copied) return;
  throw new UserError(500, `Of ${copied} rows of ${name} ${rows[0]?.count ?? 0} arrived: nothing was changed`);
}

/** Columns that count by themselves go on after the highest number that was copied. */
async function countOn(db: Database): Promise<void> {
  for (const { name, columns } of await tablesOf(db)) {
    for (const column of columns.filter(({ isAutoIncrementing }) => isAutoIncrementing)) {
      await sql`select setval(pg_get_serial_sequence(${name}, ${column.name}),
        (select coalesce(max(${sql.ref(column.name)}), 0) + 1 from ${sql.table(name)}), false)`.execute(db);
    }
  }
}
