import { type Kysely, sql } from 'kysely';
import { foldText } from '#domain/albums/foldText.ts';

/**
 * Adds what the editing of albums and photos needs: the trash, captions, orders, former slugs and so on. The table of
 * photos is made anew, because SQLite cannot drop a constraint: its names and contents no longer have to be unique in
 * an album, since a photo in the trash may have those of one that is not in the trash.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await alterAlbums(db);
  await createPhotos(db);
  await sql`insert into photos_with_trash (id, album_id, filename, original_filename, content_hash, medium_hash,
    thumbnail_hash, bytes, taken_at, sort_time, upload_order, created_at) select id, album_id, filename, original_filename,
    content_hash, medium_hash, thumbnail_hash, bytes, taken_at, sort_time, upload_order, created_at from photos`.execute(
    db,
  );
  await fillSearchTexts(db.withTables<SearchedPhotos>());
  await db.schema.dropTable('photos').execute();
  await db.schema.alterTable('photos_with_trash').renameTo('photos').execute();
  await indexPhotos(db);
  await db.schema
    .createTable('former_slugs')
    .addColumn('slug', 'text', (column) => column.primaryKey())
    .addColumn('album_id', 'text', (column) => column.notNull().references('albums.id').onDelete('cascade'))
    .execute();
  // The files of photos whose rows were removed. A row here is written in the same transaction that removes the photo,
  // so that a crash cannot leave files behind.
  await db.schema
    .createTable('files_to_remove')
    .addColumn('album_id', 'text', (column) => column.notNull())
    .addColumn('filename', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('files_to_remove_once', ['album_id', 'filename'])
    .execute();
}

// A type, because Kysely does not accept an interface here: an interface has no index signature.
type SearchedPhotos = {
  photos_with_trash: { id: number; original_filename: string; search_text: string };
};

async function fillSearchTexts(db: Kysely<SearchedPhotos>): Promise<void> {
  const rows = await db.selectFrom('photos_with_trash').select(['id', 'original_filename as name']).execute();
  for (const { id, name } of rows) {
    await db
      .updateTable('photos_with_trash')
      .set({ search_text: foldText(name) })
      .where('id', '=', id)
      .execute();
  }
}

async function alterAlbums(db: Kysely<unknown>): Promise<void> {
  const texts = ['trashed_with', 'trashed_slug', 'trashed_by'];
  for (const name of texts) await db.schema.alterTable('albums').addColumn(name, 'text').execute();
  for (const name of ['trashed_at', 'cover_photo_id', 'position']) {
    await db.schema.alterTable('albums').addColumn(name, 'bigint').execute();
  }
  await db.schema
    .alterTable('albums')
    .addColumn('photo_order', 'text', (column) => column.notNull().defaultTo('taken'))
    .execute();
  await db.schema
    .alterTable('albums')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('albums_in_trash').on('albums').column('trashed_with').execute();
}

async function createPhotos(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('photos_with_trash')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('album_id', 'text', (column) => column.notNull().references('albums.id'))
    .addColumn('filename', 'text', (column) => column.notNull())
    .addColumn('original_filename', 'text', (column) => column.notNull())
    .addColumn('content_hash', 'text', (column) => column.notNull())
    .addColumn('medium_hash', 'text', (column) => column.notNull())
    .addColumn('thumbnail_hash', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('taken_at', 'bigint')
    .addColumn('sort_time', 'bigint', (column) => column.notNull())
    .addColumn('upload_order', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('files_in', 'text')
    .addColumn('caption', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('hidden', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('rotation', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('camera', 'text')
    .addColumn('search_text', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('position', 'bigint')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('trashed_at', 'bigint')
    .addColumn('trashed_with', 'text')
    .addColumn('trashed_by', 'text')
    .execute();
}

async function indexPhotos(db: Kysely<unknown>): Promise<void> {
  for (const [name, column] of [
    ['photos_once_per_album', 'content_hash'],
    ['photos_named_once', 'filename'],
  ] as const) {
    await db.schema
      .createIndex(name)
      .unique()
      .on('photos')
      .columns(['album_id', column])
      .where(sql.ref('trashed_at'), 'is', null)
      .execute();
  }
  await db.schema
    .createIndex('photos_in_order')
    .on('photos')
    .columns(['album_id', 'sort_time', 'upload_order', 'filename'])
    .where(sql.ref('trashed_at'), 'is', null)
    .execute();
  await db.schema.createIndex('photos_by_filename').on('photos').column('filename').execute();
  await db.schema.createIndex('photos_by_content').on('photos').column('content_hash').execute();
  await db.schema
    .createIndex('photos_in_trash')
    .on('photos')
    .columns(['trashed_at', 'trashed_with'])
    .where(sql.ref('trashed_at'), 'is not', null)
    .execute();
}
