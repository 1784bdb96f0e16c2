import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Adds the contents of each album, counted by the database itself at every write, from whichever process: so the list
 * of albums need not read all photos, and `changes` shows which albums have to be read again. The table's name excludes
 * it from copies between databases: there it fills itself. A later migration that recreates the table of photos has to
 * recreate its triggers too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('circuit_tree_contents')
    .addColumn('album_id', 'text', (column) => column.primaryKey().references('albums.id').onDelete('cascade'))
    .addColumn('photos', 'bigint', (column) => column.notNull())
    .addColumn('shown', 'bigint', (column) => column.notNull())
    .addColumn('ids', 'bigint', (column) => column.notNull())
    .addColumn('versions', 'bigint', (column) => column.notNull())
    .addColumn('changes', 'bigint', (column) => column.notNull())
    .execute();
  await sql`insert into circuit_tree_contents (album_id, photos, shown, ids, versions, changes)
    select album_id, count(*), sum(1 - hidden), sum(id), sum(version), 1 from photos where trashed_at is null
    group by album_id`.execute(db);
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const trigger of isPostgres ? IN_POSTGRES : IN_SQLITE) await sql.raw(trigger).execute(db);
}

const COUNT_ON = `on conflict (album_id) do update set photos = circuit_tree_contents.photos + excluded.photos,
  shown = circuit_tree_contents.shown + excluded.shown, ids = circuit_tree_contents.ids + excluded.ids,
  versions = circuit_tree_contents.versions + excluded.versions, changes = circuit_tree_contents.changes + 1`;

const INTO = 'insert into circuit_tree_contents (album_id, photos, shown, ids, versions, changes)';

const ADD_NEW = `${INTO} select new.album_id, 1, 1 - new.hidden, new.id, new.version, 1 where new.trashed_at is null ${COUNT_ON}`;
const TAKE_OLD = `update circuit_tree_contents set photos = photos - 1, shown = shown - (1 - old.hidden), ids = ids - old.id,
  versions = versions - old.version, changes = changes + 1 where album_id = old.album_id and old.trashed_at is null`;

/** Row by row, as SQLite knows no other triggers: a few microseconds each. */
const IN_SQLITE = [
  `create trigger circuit_tree_photo_added after insert on photos begin ${ADD_NEW}; end`,
  `create trigger circuit_tree_photo_changed after update on photos begin ${TAKE_OLD}; ${ADD_NEW}; end`,
  `create trigger circuit_tree_photo_removed after delete on photos begin ${TAKE_OLD}; end`,
];

const OF_ADDED = 'select album_id, 1 as one, hidden, id, version from added where trashed_at is null';
const OF_TAKEN =
  'select album_id, -1 as one, hidden, -id as id, -version as version from taken where trashed_at is null';

/**
 * Once for each statement: PostgreSQL stores every state of a row until the transaction ends, so as many changes of one
 * row as an album has photos would take for ever.
 */
function counting(name: string, rows: string): string {
  return `create function ${name}() returns trigger language plpgsql as $$
    begin
      ${INTO} select album_id, sum(one), sum(one * (1 - hidden)), sum(id), sum(version), 1
        from (${rows}) as written group by album_id ${COUNT_ON};
      return null;
    end $$`;
}

const IN_POSTGRES = [
  counting('circuit_tree_photos_added', OF_ADDED),
  counting('circuit_tree_photos_changed', `${OF_ADDED} union all ${OF_TAKEN}`),
  counting('circuit_tree_photos_removed', OF_TAKEN),
  `create trigger circuit_tree_photos_added after insert on photos
    referencing new table as added for each statement execute function circuit_tree_photos_added()`,
  `create trigger circuit_tree_photos_changed after update on photos
    referencing old table as taken new table as added for each statement execute function circuit_tree_photos_changed()`,
  `create trigger circuit_tree_photos_removed after delete on photos
    referencing old table as taken for each statement execute function circuit_tree_photos_removed()`,
];
