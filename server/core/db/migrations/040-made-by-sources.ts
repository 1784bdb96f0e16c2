import { type Kysely, sql } from 'kysely';

interface Tables {
  sources: { id: string; kind: string; place: string; album_id: string | null; details: string };
  source_items: { source_id: string; item_key: string; state: string; photo_id: number | null };
  source_albums: { origin: string; below: string; folder: string; album_id: string };
  photos: { id: number; album_id: string; trashed_at: number | null };
  albums: { id: string; name: string; parent_id: string | null; trashed_at: number | null };
  alert_channels: { id: string; kind: string; target: string; made_by: string | null };
}

/**
 * Adds who made each source and each channel of alerts, which photos a source made itself, those that have left it and
 * wait for an admin's yes, and the albums that its photos go to, by their ids.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('sources').addColumn('made_by', 'text').execute();
  await db.schema
    .alterTable('source_items')
    .addColumn('made', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('source_items').addColumn('leaving', 'text').execute();
  await db.schema.alterTable('source_items').addColumn('named_at', 'bigint').execute();
  await sql`create index source_items_leaving on source_items (source_id) where leaving is not null`.execute(db);
  await db.schema.createIndex('source_items_by_photo').on('source_items').column('photo_id').execute();
  await db.schema.alterTable('alert_channels').addColumn('made_by', 'text').execute();
  await db.schema
    .createTable('source_albums')
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('below', 'text', (column) => column.notNull())
    .addColumn('folder', 'text', (column) => column.notNull())
    .addColumn('album_id', 'text', (column) => column.notNull().references('albums.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('source_albums_key', ['origin', 'below', 'folder'])
    .execute();
  await noteMade(db);
  await settleAlbums(db);
  await nameSubscribers(db);
}

/**
 * Earlier versions noted every photo of a source alike. What was stored before the source was added, or came from a
 * guest, was not made by it.
 */
async function noteMade(db: Kysely<Tables>): Promise<void> {
  await sql`update source_items set made = 1 where state = 'taken' and exists (
    select 1 from photos, sources
    where photos.id = source_items.photo_id and sources.id = source_items.source_id
      and photos.created_at > sources.created_at and photos.from_share is null)`.execute(db);
}

/** Notes the albums that the photos of each source went to: earlier versions found them by name at each reading. */
async function settleAlbums(db: Kysely<Tables>): Promise<void> {
  const albums = await db
    .selectFrom('albums')
    .select(['id', 'name', 'parent_id'])
    .where('trashed_at', 'is', null)
    .execute();
  const byId = new Map(albums.map((album) => [album.id, album]));
  for (const source of await db.selectFrom('sources').selectAll().execute()) {
    const counts = await photosByFolder(db, source);
    const settled = new Map<string, Album | undefined>();
    for (const [folder, inAlbums] of counts) settled.set(folder, albumOf(folder, inAlbums, byId));
    if (source.kind === 'folder') settleParents(settled, byId);
    // Its own pictures go to the album that somebody chose for it.
    if (source.album_id !== null) settled.delete('');
    const to = { origin: originOf(source), below: source.album_id ?? '' };
    for (const [folder, album] of settled) {
      if (!album) continue;
      const row = { ...to, folder, album_id: album.id };
      await db
        .insertInto('source_albums')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }
}

type Album = Pick<Tables['albums'], 'id' | 'name' | 'parent_id'>;
type Albums = ReadonlyMap<string, Album>;

/** The number of photos that each folder has in each album, by the folder's path; an album of Immich is one folder. */
async function photosByFolder(
  db: Kysely<Tables>,
  { id, kind }: Tables['sources'],
): Promise<Map<string, Map<string, number>>> {
  const items = await db
    .selectFrom('source_items')
    .innerJoin('photos', 'photos.id', 'source_items.photo_id')
    .select(['item_key as key', 'photos.album_id as albumId'])
    .where('source_id', '=', id)
    .where('state', '=', 'taken')
    .where('photos.trashed_at', 'is', null)
    .execute();
  const counts = new Map<string, Map<string, number>>();
  for (const { key, albumId } of items) {
    const folder = kind === 'folder' ? folderAbove(key) : '';
    const inAlbums = counts.get(folder) ?? new Map<string, number>();
    counts.set(folder, inAlbums.set(albumId, (inAlbums.get(albumId) ?? 0) + 1));
  }
  return counts;
}

/** The album with the folder's name, if it has one of its photos, otherwise the one that has most of them. */
function albumOf(folder: string, inAlbums: ReadonlyMap<string, number>, byId: Albums) {
  const found = [...inAlbums.keys()].flatMap((id) => byId.get(id) ?? []);
  const most = found.toSorted((one, other) => (inAlbums.get(other.id) ?? 0) - (inAlbums.get(one.id) ?? 0));
  return most.find(({ name }) => name === nameOf(folder)) ?? most[0];
}

/** A folder without photos of its own has the album above the one of a folder in it, if that has its name. */
function settleParents(settled: Map<string, Album | undefined>, byId: Albums): void {
  // Parents that are added on the way come up later, and find theirs too.
  for (const [folder, album] of settled) {
    let child = album;
    for (let above = folderAbove(folder); above !== ''; above = folderAbove(above)) {
      const parent = byId.get(child?.parent_id ?? '');
      if (parent?.name === nameOf(above) && !settled.has(above)) settled.set(above, parent);
      child = settled.get(above) ?? parent;
    }
  }
}

function folderAbove(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1).normalize('NFC');
}

/** Identifies the place that a source reads, so that one which is added again finds its albums. */
function originOf({ kind, place, details }: Tables['sources']): string {
  const album: unknown = JSON.parse(details).immichAlbumId;
  return [kind, place, ...(typeof album === 'string' && album !== '' ? [album] : [])].join(' ');
}

/** Browsers that get alerts have named their person from the start. */
async function nameSubscribers(db: Kysely<Tables>): Promise<void> {
  const channels = await db.selectFrom('alert_channels').select(['id', 'target']).where('kind', '=', 'push').execute();
  for (const { id, target } of channels) {
    const by: unknown = JSON.parse(target).userId;
    if (typeof by !== 'string') continue;
    await db.updateTable('alert_channels').set({ made_by: by }).where('id', '=', id).execute();
  }
}
