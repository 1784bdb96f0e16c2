import { randomBytes, createHash, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Database, openDatabase } from '#server/core/db/open.ts';
import { folderOf } from '#server/photos/store/folderStore.ts';

export interface GrownLibrary {
  dataDir: string;
  photos: number;
  albums: number;
  /** The album with a tenth of all photos. */
  longAlbumId: string;
  shortAlbumId: string;
}

const PHOTOS_PER_ALBUM = 100;
const ALBUMS_AT_MOST = 10_000;
const LONG_SHARE = 0.1;
const ROWS_PER_INSERT = 500;
/** Albums of one parent; the next level hangs below the first of them. */
const SIBLINGS = 100;
const PLACEHOLDER = 'photos/library/any/photo';
const START_MS = Date.UTC(2005, 0, 1);
/** A dozen photos a day. */
const BETWEEN_PHOTOS_MS = 2 * 60 * 60 * 1_000;
/** The indexes of names and hashes are filled in random order: without memory for them a million rows take minutes. */
const CACHE_KB = 1_000_000;
const BYTES = { original: 500_000, medium: 100_000, thumbnail: 15_000 };

/** Makes the rows of a library, as uploads leave them, without the files. */
export async function growLibrary(dataDir: string, photos: number): Promise<GrownLibrary> {
  const albums = Math.min(ALBUMS_AT_MOST, photos / PHOTOS_PER_ALBUM);
  const { db } = await openDatabase(dataDir);
  const ids = await insertAlbums(db, albums);
  await insertPhotos(db, { photos, albums });
  await db.destroy();
  // A server does not start on rows without any photo.
  mkdirSync(join(dataDir, PLACEHOLDER), { recursive: true });
  return { dataDir, photos, albums, longAlbumId: ids[0]!, shortAlbumId: ids.at(-1)! };
}

async function insertAlbums(db: Database, albums: number): Promise<string[]> {
  const ids = Array.from({ length: albums }, () => randomUUID());
  const rows = ids.map((id, index) => ({
    id,
    slug: `album-${index}`,
    name: `Album ${index * 7919}`,
    parent_id: ids[Math.floor(index / SIBLINGS) - 1] ?? null,
    created_at: index,
  }));
  for (let start = 0; start < albums; start += ROWS_PER_INSERT) {
    await db
      .insertInto('albums')
      .values(rows.slice(start, start + ROWS_PER_INSERT))
      .execute();
  }
  return ids;
}

/** In one statement within SQLite: a million rows in seconds. Hashes and names begin as unevenly as real ones. */
async function insertPhotos(db: Database, { photos, albums }: { photos: number; albums: number }): Promise<void> {
  const inLong = photos * LONG_SHARE;
  const inEach = Math.ceil((photos - inLong) / (albums - 1));
  await sql`pragma cache_size = ${sql.lit(-CACHE_KB)}`.execute(db);
  await sql`insert into photos (album_id, filename, original_filename, content_hash, medium_hash, thumbnail_hash, bytes,
      taken_at, sort_time, upload_order, created_at, width, height, camera, search_text)
    with recursive numbers (i) as (select 0 union all select i + 1 from numbers where i < ${photos - 1}),
      mixed (i, hash) as (select i, printf('%08x%024x', (i * 2654435761) & 4294967295, i) from numbers)
    select albums.id, 'IMG_' || i || '-' || hash || '.jpg', 'IMG_' || i || '.JPG', hash || hash, hash || hash,
      hash || hash, 3000000, ${START_MS} + i * ${BETWEEN_PHOTOS_MS}, ${START_MS} + i * ${BETWEEN_PHOTOS_MS}, i, i,
      4000, 3000, 'Camera of a phone', 'img_' || i || '.jpg'
    from mixed join albums on albums.rowid = case when i < ${inLong} then 1
      else 2 + cast((i - ${inLong}) / ${inEach} as integer) end`.execute(db);
}

/**
 * Adds the files, and their hashes to the rows. Within an album every original has bytes of its own; albums share them as
 * hard links, and all photos share one medium and one thumbnail.
 */
export async function addFiles({ dataDir, photos }: GrownLibrary): Promise<void> {
  const { db } = await openDatabase(dataDir);
  rmSync(join(dataDir, PLACEHOLDER, '..'), { recursive: true });
  const sources = join(dataDir, 'sources');
  mkdirSync(sources);
  const make = (name: string, bytes: number) => {
    const content = randomBytes(bytes);
    writeFileSync(join(sources, name), content);
    return createHash('sha256').update(content).digest('hex');
  };
  const medium = make('medium', BYTES.medium);
  const thumbnail = make('thumbnail', BYTES.thumbnail);
  const originals = Array.from({ length: photos * LONG_SHARE }, (_, index) => make(String(index), BYTES.original));
  const rows = await db.selectFrom('photos').select(['id', 'album_id', 'filename']).orderBy('id').execute();
  const nextOf = new Map<string, number>();
  await db.transaction().execute(async (transaction) => {
    for (const { id, album_id, filename } of rows) {
      const index = nextOf.get(album_id) ?? 0;
      nextOf.set(album_id, index + 1);
      const folder = join(dataDir, folderOf({ albumId: album_id, filename }));
      mkdirSync(folder, { recursive: true });
      linkSync(join(sources, String(index)), join(folder, 'original.jpg'));
      for (const part of ['medium', 'thumbnail']) linkSync(join(sources, part), join(folder, `${part}.jpg`));
      const hashes = { content_hash: originals[index]!, medium_hash: medium, thumbnail_hash: thumbnail };
      await transaction.updateTable('photos').set(hashes).where('id', '=', id).execute();
    }
  });
  await db.destroy();
}
