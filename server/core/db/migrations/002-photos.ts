import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('albums')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull().unique())
    .addColumn('parent_id', 'text', (column) => column.references('albums.id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('photos')
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
    .addUniqueConstraint('photos_once_per_album', ['album_id', 'content_hash'])
    .addUniqueConstraint('photos_named_once', ['album_id', 'filename'])
    .execute();
  // The index holds the file name too, so that the list of an album is read from the index alone.
  await db.schema
    .createIndex('photos_in_order')
    .on('photos')
    .columns(['album_id', 'sort_time', 'upload_order', 'filename'])
    .execute();
}
