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
    .addColumn('taken_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('photos_once_per_album', ['album_id', 'content_hash'])
    .execute();
  await db.schema.createIndex('photos_by_time_taken').on('photos').columns(['album_id', 'taken_at', 'id']).execute();
}
