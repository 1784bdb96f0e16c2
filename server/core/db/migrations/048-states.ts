import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Names the states of photos and albums. Earlier versions had them as values of `trashed_with`: '?' for a guest's photo
 * that waits for approval, '~' for what was deleted for good. That column is an id or null from now on. Only rows out of
 * the lists are written here, which the triggers that count the albums' contents leave out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const statement of [...ADD_STATES, ...FILL_STATES, ...(isPostgres ? IN_POSTGRES : IN_SQLITE), ...INDEX_STATES]) {
    await sql.raw(statement).execute(db);
  }
}

const ADD_STATES = [
  `alter table photos add column state text not null default 'shown'
    check (state in ('shown', 'waiting', 'trashed', 'gone'))`,
  `alter table albums add column state text not null default 'shown' check (state in ('shown', 'trashed', 'gone'))`,
];

const FILL_STATES = [
  `update photos set
    state = case when trashed_at is null then 'shown' when trashed_with = '?' then 'waiting'
      when trashed_with = '~' then 'gone' else 'trashed' end,
    trashed_with = case when trashed_at is null or trashed_with in ('?', '~') then null else trashed_with end
    where trashed_at is not null or trashed_with is not null`,
  `update albums set
    state = case when trashed_at is null then 'shown' when trashed_with = '~' then 'gone' else 'trashed' end,
    trashed_with = case when trashed_at is null or trashed_with = '~' then null else coalesce(trashed_with, id) end
    where trashed_at is not null or trashed_with is not null`,
];

/**
 * The columns that belong to each state, as a condition on a row. The triggers that count the albums' contents read
 * `trashed_at`, which by this is null exactly while a photo is shown. An album in the trash always names its entry.
 */
function photoRule(row = ''): string {
  return `(${row}state = 'shown') = (${row}trashed_at is null) and (${row}state = 'trashed' or ${row}trashed_with is null)`;
}
function albumRule(row = ''): string {
  return `(${row}state = 'shown') = (${row}trashed_at is null)
    and (${row}state = 'trashed') = (${row}trashed_with is not null)`;
}

/** A server of an earlier version that still runs on the database cannot write half a state. */
const IN_POSTGRES = [
  `alter table photos add constraint photos_state_rule check (${photoRule()})`,
  `alter table albums add constraint albums_state_rule check (${albumRule()})`,
];

/**
 * SQLite adds no constraint to a table, and making these two anew would mean to copy every photo. Rows of albums are
 * only checked when they change: with a trigger on their insertion SQLite would search all photos for the new id.
 */
const IN_SQLITE = [
  refusing('photos_state_added', 'insert on photos', photoRule('new.')),
  refusing('photos_state_changed', 'update of state, trashed_at, trashed_with on photos', photoRule('new.')),
  refusing('albums_state_changed', 'update of state, trashed_at, trashed_with on albums', albumRule('new.')),
];

function refusing(name: string, event: string, rule: string): string {
  return `create trigger ${name} before ${event} when not (${rule})
    begin select raise(abort, 'CHECK constraint failed: the state of a row does not fit its deletion'); end`;
}

const INDEX_STATES = [
  'drop index photos_once_per_album',
  'drop index photos_named_once',
  'drop index photos_in_order',
  'drop index photos_in_trash',
  `create unique index photos_once_per_album on photos (album_id, content_hash) where state = 'shown'`,
  `create unique index photos_named_once on photos (album_id, filename) where state = 'shown'`,
  `create index photos_in_order on photos (album_id, sort_time, upload_order, filename) where state = 'shown'`,
  'create index photos_in_trash on photos (trashed_at, trashed_with, state) where trashed_at is not null',
  `create index photos_waiting on photos (id) where state = 'waiting'`,
  `create index albums_gone on albums (id) where state = 'gone'`,
];
