import { closeSync, fsyncSync, ftruncateSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { DATABASE_FILE } from '../dataFolder.ts';

const IN_MEMORY_BYTES = 128 * 1024 * 1024;
const BLOCK_BYTES = 64 * 1024;
const ALL_PAGES = 2 ** 31 - 1;
/** The bytes of the header that name the journal mode: 2 with a log, 1 without. */
const JOURNAL_BYTES = [18, 19];

interface Copy {
  to: string;
  /** Opens a file for reading and writing, after making it where it is missing. */
  open: (file: string) => number;
  /** The largest database that is copied in memory; a small computer has no memory for more. */
  inMemoryBytes?: number;
}

/**
 * Writes a plain copy of a database that another process uses. If the file holds an earlier copy, only the blocks that
 * differ are written: whole copies every minute would wear out a memory stick. An interrupted copy is unusable.
 */
export async function writeSnapshot(from: string, { to, open, inMemoryBytes = IN_MEMORY_BYTES }: Copy): Promise<void> {
  const sqlite = new Sqlite(from, { readonly: true });
  try {
    if (statSync(from).size > inMemoryBytes) {
      rmSync(to, { recursive: true, force: true });
      closeSync(open(to));
      await sqlite.backup(to, { progress: () => ALL_PAGES });
      const copy = new Sqlite(to);
      copy.pragma('journal_mode = DELETE');
      copy.close();
      return;
    }
    const bytes = sqlite.serialize();
    for (const at of JOURNAL_BYTES) bytes[at] = 1;
    writeChangedBlocks(bytes, open(to));
  } finally {
    sqlite.close();
  }
}

/** Closes the file. */
function writeChangedBlocks(bytes: Buffer, file: number): void {
  try {
    const before = Buffer.alloc(BLOCK_BYTES);
    for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
      const block = bytes.subarray(at, at + BLOCK_BYTES);
      const found = before.subarray(0, readSync(file, before, 0, block.length, at));
      if (!block.equals(found)) writeSync(file, block, 0, block.length, at);
    }
    ftruncateSync(file, bytes.length);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The columns that say which files a photo has. `companions` is the column, or null for a database without one. */
const FILES = (table: string, companions: string) =>
  `coalesce(${table}.files_in, ${table}.album_id), coalesce(${table}.files_named, ${table}.filename),
   ${table}.content_hash, ${table}.medium_hash, ${table}.thumbnail_hash, ${companions}`;

interface SnapshotPhoto {
  id: number;
  albumId: string;
  filename: string;
  name: string;
  contentHash: string;
  mediumHash: string;
  thumbnailHash: string;
  rotation: number;
  companions: string | null;
}

/** The photos of a snapshot whose files differ from those of an earlier snapshot; one photo for each shared file. */
export function changedPhotos(snapshot: string, earlier: string): SnapshotPhoto[] {
  const sqlite = new Sqlite(snapshot, { readonly: true });
  try {
    sqlite.prepare('attach ? as earlier').run(earlier);
    // The earlier snapshot may be of a server that knew no files beside a photo's own.
    const columns = sqlite.prepare<[], { name: string }>('pragma earlier.table_info(photos)').all();
    const before = columns.some(({ name }) => name === 'companions') ? 'before.companions' : 'null';
    return sqlite
      .prepare<[], SnapshotPhoto>(
        `select photos.id, coalesce(photos.files_in, photos.album_id) as albumId,
           coalesce(photos.files_named, photos.filename) as filename, photos.filename as name,
           photos.content_hash as contentHash, photos.medium_hash as mediumHash,
           photos.thumbnail_hash as thumbnailHash, photos.rotation, photos.companions
         from photos left join earlier.photos as before on before.id = photos.id
         where before.id is null or (${FILES('photos', 'photos.companions')}) is not (${FILES('before', before)})
         group by 2, 3`,
      )
      .all();
  } finally {
    sqlite.close();
  }
}

/** A text that changes with each write to the database of a data folder, by whatever process. */
export function databaseMark(dataDir: string): string {
  const files = [DATABASE_FILE, `${DATABASE_FILE}-wal`].map((name) =>
    statSync(join(dataDir, name), { throwIfNoEntry: false }),
  );
  return files.map((file) => (file ? `${file.mtimeMs} ${file.size}` : '')).join();
}
