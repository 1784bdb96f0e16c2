import { randomUUID } from 'node:crypto';
import { openDatabase } from '#server/core/db/open.ts';
import { WITHOUT_TIME } from '#server/core/db/photoTables.ts';
import { photoFilename } from '#server/photos/store/photoNames.ts';

interface Rows {
  albums: number;
  photosPerAlbum: number;
  /** Albums of one parent; the next level hangs below the first of them. */
  siblings?: number;
  /** When each photo was taken; without it, in the first seconds of 1970. */
  takenAt?: (index: number) => number | null;
  /** The database's address, if it is not a file in the data folder. */
  databaseUrl?: string | undefined;
}

export interface MadeAlbum {
  id: string;
  slug: string;
  filenames: string[];
}

const ROWS_PER_INSERT = 500;

/** Fills a server's database with albums and photos without files, for measurements that only read rows. */
export async function makeRows(
  dataDir: string,
  { albums, photosPerAlbum, siblings = 100, takenAt, databaseUrl }: Rows,
): Promise<MadeAlbum[]> {
  // Lists the kinds of databases; a test in a simulated browser cannot load the server's code.
  if (databaseUrl !== undefined) await import('#server/subjects.ts');
  const { db } = await openDatabase(dataDir, { url: databaseUrl });
  const made: (MadeAlbum & { parentId: string | null })[] = [];
  for (let index = 0; index < albums; index += 1) {
    const parentId = made[Math.floor(index / siblings) - 1]?.id ?? null;
    made.push({ id: randomUUID(), slug: `album-${index}`, parentId, filenames: [] });
  }
  await db.transaction().execute(async (trx) => {
    for (const [index, { id, slug, parentId, filenames }] of made.entries()) {
      const row = { id, slug, name: `Album ${index * 7919}`, parent_id: parentId, created_at: index };
      await trx.insertInto('albums').values(row).execute();
      const photos = Array.from({ length: photosPerAlbum }, (_, photo) => ({
        ...photoRow(id, photo),
        ...(takenAt && timesOf(takenAt(photo))),
      }));
      for (let start = 0; start < photos.length; start += ROWS_PER_INSERT) {
        await trx
          .insertInto('photos')
          .values(photos.slice(start, start + ROWS_PER_INSERT))
          .execute();
      }
      filenames.push(...photos.map(({ filename }) => filename));
    }
  });
  await db.destroy();
  return made;
}

function timesOf(takenAt: number | null) {
  return { taken_at: takenAt, sort_time: takenAt ?? WITHOUT_TIME };
}

function photoRow(albumId: string, index: number) {
  const contentHash = `${index}`.padStart(64, '0');
  const filename = photoFilename({ secret: 'ab', albumId, contentHash, originalFilename: `IMG_${10_000 + index}.JPG` });
  return {
    album_id: albumId,
    filename,
    original_filename: `IMG_${index}.JPG`,
    content_hash: contentHash,
    medium_hash: contentHash,
    thumbnail_hash: contentHash,
    bytes: 3_000_000,
    taken_at: index,
    // Not in the order in which they are stored, like pictures of a camera and a phone.
    sort_time: (index * 7919) % 100_003,
    upload_order: index,
    created_at: index,
  };
}
