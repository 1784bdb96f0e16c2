import { sql, type Transaction } from 'kysely';
import { rowsFrom } from '../../db/lists.ts';
import type { Schema } from '../../db/schema.ts';

const COPIED = [
  'original_filename',
  'content_hash',
  'medium_hash',
  'thumbnail_hash',
  'bytes',
  'taken_at',
  'sort_time',
  'upload_order',
  'caption',
  'hidden',
  'rotation',
  'width',
  'height',
  'camera',
  'focus_found',
  'focus_chosen',
  'search_text',
] as const;

/** A photo's row, and the name that it, or its copy, gets in another album. */
interface Named {
  id: number;
  name: string;
}

/** Puts copies of photos into another album, which use the same files. */
export async function copyRows(
  db: Transaction<Schema>,
  photos: readonly Named[],
  { albumId, now }: { albumId: string; now: number },
): Promise<void> {
  await db
    .insertInto('photos')
    .columns(['album_id', 'created_at', 'filename', 'files_in', 'files_named', ...COPIED])
    .expression((from) =>
      from
        .selectFrom('photos')
        .innerJoin(namesOf(db, photos), 'named.id', 'photos.id')
        .select((query) => [
          query.val(albumId).as('album_id'),
          query.val(now).as('created_at'),
          'named.filename',
          query.fn.coalesce('photos.files_in', 'photos.album_id').as('files_in'),
          query.fn.coalesce('photos.files_named', 'photos.filename').as('files_named'),
        ])
        .select(COPIED)
        .orderBy('photos.id'),
    )
    .execute();
}

/** Puts photos into another album. Their files stay where they are, under the name that they have. */
export async function moveRows(db: Transaction<Schema>, photos: readonly Named[], albumId: string): Promise<void> {
  await db
    .updateTable('photos')
    .from(namesOf(db, photos))
    .set((column) => ({
      album_id: albumId,
      filename: column.ref('named.filename'),
      files_in: column.fn.coalesce('photos.files_in', 'photos.album_id'),
      files_named: column.fn.coalesce('photos.files_named', 'photos.filename'),
      position: null,
      version: column('photos.version', '+', 1),
    }))
    .whereRef('photos.id', '=', 'named.id')
    .execute();
}

function namesOf(db: Transaction<Schema>, photos: readonly Named[]) {
  const rows = photos.map(({ id, name }) => ({ id, filename: name }));
  return sql<{
    id: number;
    filename: string;
  }>`(${rowsFrom(db, { table: 'photos', columns: ['id', 'filename'], rows })})`.as<'named'>('named');
}
