import type { Database } from '../../db/open.ts';
import { FILES_ALBUM, FILES_NAME } from '../store/removalNoteQueries.ts';
import type { PhotoAddress } from '../store/photoStore.ts';
import type { VisitorNames } from './visitorNames.ts';

export interface OpenShares {
  /** The open share whose id begins like this. */
  openWith(idStart: string): Promise<{ id: string; albumId: string } | undefined>;
}

interface Sources {
  db: Database;
  shares: OpenShares;
  names: VisitorNames;
}

/** The files of a photo, the share that it is seen by, and the name it was uploaded with. */
export interface VisitorPhoto extends PhotoAddress {
  shareId: string;
  originalFilename: string;
}

/**
 * Finds the files of the photo that a visitor asks for by this name: while the share is open, and the photo is in the
 * shared album or below it and not hidden. Nothing of it is remembered, so that the name ends with the share.
 */
export function visitorPhotos({ db, shares, names }: Sources): (filename: string) => Promise<VisitorPhoto | undefined> {
  return async (filename) => {
    const name = names.read(filename);
    if (!name) return undefined;
    const { shareStart, photoId } = name;
    const share = await shares.openWith(shareStart);
    if (!share) return undefined;
    const photo = await db
      .selectFrom('photos')
      .select(['id', 'filename', 'album_id as albumId', 'original_filename as originalFilename'])
      .select([FILES_ALBUM.as('filesIn'), FILES_NAME.as('filesNamed')])
      .where('id', '=', photoId)
      .where('trashed_at', 'is', null)
      .where('hidden', '=', 0)
      .executeTakeFirst();
    if (!photo || names.nameOf(photo, share.id) !== filename) return undefined;
    if (!(await isWithin(db, photo.albumId, share.albumId))) return undefined;
    const { filesIn, filesNamed, originalFilename } = photo;
    return { albumId: filesIn, filename: filesNamed, shareId: share.id, originalFilename };
  };
}

async function isWithin(db: Database, albumId: string, root: string): Promise<boolean> {
  const found = await db
    .withRecursive('above', (query) =>
      query
        .selectFrom('albums')
        .select(['albums.id', 'albums.parent_id'])
        .where('albums.id', '=', albumId)
        .where('albums.trashed_at', 'is', null)
        .union((inner) =>
          inner
            .selectFrom('albums')
            .innerJoin('above', 'above.parent_id', 'albums.id')
            .select(['albums.id', 'albums.parent_id'])
            .where('albums.trashed_at', 'is', null),
        ),
    )
    .selectFrom('above')
    .select('above.id')
    .where('above.id', '=', root)
    .executeTakeFirst();
  return found !== undefined;
}
