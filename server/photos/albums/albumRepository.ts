import { randomUUID } from 'node:crypto';
import type { CreateAlbumPayload } from '../../../src/contract/calls.ts';
import type { Database } from '../../db/open.ts';
import { UserError } from '../../errors.ts';

interface StoredAlbum {
  id: string;
  name: string;
  slug: string;
  parentId: string | null;
}

export interface AlbumWithCover extends StoredAlbum {
  /** The file name of the album's own first photo. */
  cover: string | null;
}

export interface AlbumRepository {
  /** All albums, in no order. */
  list(): Promise<AlbumWithCover[]>;
  isEmpty(): Promise<boolean>;
  find(id: string): Promise<StoredAlbum | undefined>;
  idOfSlug(slug: string): Promise<string | undefined>;
  create(payload: CreateAlbumPayload): Promise<{ album: StoredAlbum; parentSlug: string | undefined }>;
}

const COLUMNS = ['albums.id', 'albums.name', 'albums.slug', 'albums.parent_id as parentId'] as const;

export function albumRepository(db: Database, now: () => number): AlbumRepository {
  const find = (id: string) => db.selectFrom('albums').select(COLUMNS).where('id', '=', id).executeTakeFirst();

  return {
    find,

    list: () =>
      db
        .selectFrom('albums')
        .select(COLUMNS)
        .select((query) =>
          query
            .selectFrom('photos')
            .select('photos.filename')
            .whereRef('photos.album_id', '=', 'albums.id')
            .orderBy('photos.sort_time')
            .orderBy('photos.upload_order')
            .limit(1)
            .as('cover'),
        )
        .execute(),

    isEmpty: async () => (await db.selectFrom('albums').select('id').limit(1).executeTakeFirst()) === undefined,

    idOfSlug: async (slug) => {
      const row = await db.selectFrom('albums').select('id').where('slug', '=', slug).executeTakeFirst();
      return row?.id;
    },

    create: async ({ name, slug, parentAlbumId }) => {
      const parent = parentAlbumId === undefined ? undefined : await find(parentAlbumId);
      if (parentAlbumId !== undefined && !parent) {
        throw new UserError(400, 'The album to create this one in does not exist (any more)');
      }
      const album = { id: randomUUID(), name, slug, parentId: parent?.id ?? null };
      // When several calls create the same slug at once, the unique index lets one of them succeed.
      const inserted = await db
        .insertInto('albums')
        .values({ id: album.id, name, slug, parent_id: album.parentId, created_at: now() })
        .onConflict((conflict) => conflict.column('slug').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!inserted) throw new UserError(409, `An album with the slug "${slug}" already exists`);
      return { album, parentSlug: parent?.slug };
    },
  };
}
