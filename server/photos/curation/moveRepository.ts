import type { Transaction } from 'kysely';
import { valuesIn } from '#server/core/db/lists.ts';
import type { Database } from '#server/core/db/open.ts';
import { STATE } from '#server/core/db/photoTables.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { UserError } from '#server/core/errors.ts';
import { ALBUM_UNKNOWN, livingAlbum } from '../albums/albumQueries.ts';
import { listedIn, type ListedPhoto } from '../albums/photoQueries.ts';
import { trashedBefore } from '../trash/trashRepository.ts';
import { nextFilename } from '../store/photoNames.ts';
import { copyPhotoRows, moveRows } from './curationQueries.ts';

const TARGET_UNKNOWN = 'The album to put the photos in does not exist (any more)';

export interface Move {
  from: string;
  to: string;
  filenames: readonly string[];
  copy: boolean;
  /** Whether the same call was made before: photos that it copied then count as added. */
  again: boolean;
  /**
   * The id of the person who moves. When the other album already has a photo, the moved one goes to the trash, as
   * deleted by this person.
   */
  userId: string;
}

/** A repeated request comes soon after the first; an older copy is not its result. */
const COPIED_BEFORE_MS = 60 * 60 * 1_000;

/** Well below the number of parameters that a statement may have. */
const ROWS_PER_QUERY = 500;

export interface MovedPhotos extends Moved {
  /** The photos with these names, as the other album has them, and its slug. */
  photos: ListedPhoto[];
  slug: string;
}

interface Moved {
  /** The names in the other album. */
  names: string[];
  /** The names that are new in it, because the other album did not have these photos before. */
  added: Added[];
  /** The rows of photos that went to the trash, because the other album has them already. */
  trashed: number[];
}

/** The photo's name in the other album, and its former one in the first album. */
interface Added {
  name: string;
  former: string;
}

interface Moving {
  id: number;
  filename: string;
  contentHash: string;
}

interface Circumstances {
  now: number;
  /** The secret that names of photos are made with. */
  secret: string;
}

/**
 * Moves or copies photos to another album, without touching their files. They get new names there. Names that are unknown
 * are left out, and a photo that the other album has already keeps the name that it has there.
 */
export async function movePhotos(db: Database, move: Move, circumstances: Circumstances): Promise<MovedPhotos> {
  return db.transaction().execute(async (transaction) => {
    if (!(await livingAlbum(transaction, move.from))) throw new UserError(404, ALBUM_UNKNOWN);
    const to = await livingAlbum(transaction, move.to);
    if (!to) throw new UserError(400, TARGET_UNKNOWN);
    if (move.to === move.from) throw new UserError(400, 'The photos are in this album already');
    const moved: Moved = { names: [], added: [], trashed: [] };
    for (let start = 0; start < move.filenames.length; start += ROWS_PER_QUERY) {
      const filenames = move.filenames.slice(start, start + ROWS_PER_QUERY);
      const some = await moveSome(transaction, { ...move, filenames }, circumstances);
      moved.names.push(...some.names);
      moved.added.push(...some.added);
      moved.trashed.push(...some.trashed);
    }
    return { ...moved, photos: await photosNamed(transaction, move.to, moved.names), slug: to.slug };
  });
}

async function photosNamed(db: Transaction<Schema>, albumId: string, names: string[]): Promise<ListedPhoto[]> {
  const wanted = valuesIn(db, [...new Set(names)]);
  return listedIn(db, albumId).where('filename', 'in', wanted).execute();
}

async function moveSome(db: Transaction<Schema>, move: Move, { now, secret }: Circumstances): Promise<Moved> {
  const photos = await photosWith(db, move.from)
    .where('filename', 'in', [...move.filenames])
    .execute();
  const contents = photos.map(({ contentHash }) => contentHash);
  const there = await photosWith(db, move.to).where('content_hash', 'in', contents).execute();
  const known = new Map(there.map(({ contentHash, filename }) => [contentHash, filename]));
  const nextOf = (filename: string) => nextFilename({ filename }, { albumId: move.to, secret });
  const all = photos.map(({ id, contentHash, filename: former }) => {
    const knownName = known.get(contentHash);
    return { id, former, name: knownName ?? nextOf(former), isKnown: knownName !== undefined };
  });
  const names = all.map(({ name }) => name);
  const added = all.filter(({ isKnown }) => !isKnown);
  if (move.copy) {
    const before = move.again ? await copiedBefore(db, { albumId: move.to, filenames: names, now }) : new Set();
    await copyPhotoRows(db, added, { albumId: move.to, now });
    return { names, added: [...all.filter(({ name }) => before.has(name)), ...added], trashed: [] };
  }
  await moveRows(db, added, move.to);
  const trashed = all.filter(({ isKnown }) => isKnown).map(({ id }) => id);
  const asDeleted = { state: 'trashed', trashed_at: now, trashed_by: move.userId } as const;
  await db.updateTable('photos').set(asDeleted).where('id', 'in', trashed).execute();
  const moved = { names, added, trashed };
  const found = new Set(photos.map(({ filename }) => filename));
  const missing = move.filenames.filter((filename) => !found.has(filename));
  if (missing.length === 0) return moved;
  const formerOf = new Map(missing.map((filename) => [nextOf(filename), filename]));
  return withMovedBefore(db, { ...move, formerOf }, moved);
}

/**
 * Photos that were moved before count as moved by this call, because a client that got no response repeats its request.
 * They are in the other album, or in the trash because the other album had them.
 */
async function withMovedBefore(
  db: Transaction<Schema>,
  { from, to, formerOf }: Pick<Move, 'from' | 'to'> & { formerOf: ReadonlyMap<string, string> },
  moved: Moved,
): Promise<Moved> {
  const loose = await trashedBefore(db, { albumId: from, filenames: [...formerOf.values()] });
  const contents = loose.map(({ contentHash }) => contentHash);
  const sameContent = await photosWith(db, to).where('content_hash', 'in', valuesIn(db, contents)).execute();
  const filenameByHash = new Map(sameContent.map(({ contentHash, filename }) => [contentHash, filename]));
  const { names, added, trashed } = moved;
  for (const { id, contentHash } of loose) {
    const name = filenameByHash.get(contentHash);
    if (name === undefined) continue;
    names.push(name);
    trashed.push(id);
  }
  const deleted = new Set(loose.map(({ filename }) => filename));
  const there = await photosWith(db, to)
    .where('filename', 'in', [...formerOf.keys()])
    .execute();
  const before = there.flatMap(({ filename: name }) => {
    const former = formerOf.get(name);
    return former === undefined || deleted.has(former) ? [] : { name, former };
  });
  return { names: [...names, ...before.map(({ name }) => name)], added: [...added, ...before], trashed };
}

function photosWith(db: Transaction<Schema>, albumId: string) {
  return db
    .selectFrom('photos')
    .select(['id', 'filename', 'content_hash as contentHash'])
    .$castTo<Moving>()
    .where('album_id', '=', albumId)
    .where('state', '=', STATE.shown)
    .orderBy('sort_time')
    .orderBy('upload_order');
}

/** The names of copies of those photos in an album that an earlier, identical call may have made. */
async function copiedBefore(
  db: Transaction<Schema>,
  { albumId, filenames, now }: { albumId: string; filenames: string[]; now: number },
): Promise<ReadonlySet<string>> {
  const rows = await photosWith(db, albumId)
    .where('filename', 'in', filenames)
    .where('files_in', 'is not', null)
    .where('created_at', '>', now - COPIED_BEFORE_MS)
    .execute();
  return new Set(rows.map(({ filename }) => filename));
}
