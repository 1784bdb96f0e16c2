import type { Transaction } from 'kysely';
import type { Schema } from '../../db/schema.ts';

const COPIED = [
  'filename',
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
  'search_text',
] as const;

/** Puts copies of photos into another album, which use the same files. */
export async function copyRows(
  db: Transaction<Schema>,
  ids: number[],
  { albumId, now }: { albumId: string; now: number },
): Promise<void> {
  await db
    .insertInto('photos')
    .columns(['album_id', 'created_at', 'files_in', ...COPIED])
    .expression((from) =>
      from
        .selectFrom('photos')
        .select((query) => [
          query.val(albumId).as('album_id'),
          query.val(now).as('created_at'),
          query.fn.coalesce('files_in', 'album_id').as('files_in'),
        ])
        .select(COPIED)
        .where('id', 'in', ids)
        .orderBy('id'),
    )
    .execute();
}
