import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Source, SourceKind } from '#contract/sources/schemas.ts';
import { isoTime } from '#domain/clock/isoTime.ts';
import { recordOf, textOf } from '#domain/records.ts';
import { valuesIn } from '#server/core/db/lists.ts';
import type { Database } from '#server/core/db/open.ts';
import { STATE } from '#server/core/db/photoTables.ts';
import type { SealingKeys } from '#server/core/http/security/sealingKeysRepository.ts';
import type { SourceItem } from './sourceAdapter.ts';
import type { Taken } from './sourceAlbums.ts';

const REFUSED_LISTED = 100;

export interface StoredSource {
  id: string;
  kind: SourceKind;
  name: string;
  place: string;
  albumId: string | null;
  details: string;
  isPaused: boolean;
  state: 'ok' | 'away' | 'failed';
  message: string | null;
  lastReadAt: number | null;
  /** The id of the admin who added it; null for a source of an earlier release. */
  madeBy: string | null;
}

type SourceCounts = Pick<Source, 'photos' | 'refused' | 'leaving'>;

type NewSourceRow = Pick<StoredSource, 'kind' | 'name' | 'place' | 'albumId' | 'details'> & {
  /** The id of the admin who adds it. */
  madeBy?: string;
};
type Outcome = Pick<StoredSource, 'state' | 'message'>;
type ChangedFields = Partial<Pick<StoredSource, 'name' | 'albumId' | 'isPaused'>>;
/** The fields of a source by which its albums are found again. */
type Placed = Pick<StoredSource, 'kind' | 'place' | 'details' | 'albumId'>;

/** The outcome of an item. */
export type ItemResult =
  | {
      state: 'taken';
      photo: Taken['photo'];
      /** Whether the photo was stored by this import, and was not in the album before. */
      isMade: boolean;
    }
  | { state: 'left-out' }
  | { state: 'refused'; message: string };

/** An item that has a photo. */
export interface HeldPhoto {
  key: string;
  photoId: number;
  isMade: boolean;
  isReplaced: boolean;
  leaving: 'waits' | 'approved' | null;
}

interface AlbumPhoto {
  id: number;
  albumId: string;
  albumName: string;
  filename: string;
}

export interface SourceRepository {
  list(): Promise<StoredSource[]>;
  find(id: string): Promise<StoredSource | undefined>;
  create(source: NewSourceRow): Promise<StoredSource>;
  change(id: string, changes: ChangedFields): Promise<void>;
  /** The photos that were imported from it stay. */
  remove(id: string): Promise<boolean>;
  counts(id: string): Promise<SourceCounts>;
  noteOutcome(id: string, outcome: Outcome): Promise<void>;
  /** The albums of the source's folders, by path; the empty path is the source's own album. */
  settledAlbums(source: Placed): Promise<Map<string, string>>;
  settleAlbum(source: Placed, album: { folder: string; albumId: string }): Promise<void>;
  /** The marks of the checked items, by their keys; of all, or of these. */
  marks(id: string, keys?: readonly string[]): Promise<Map<string, string>>;
  noteResult(id: string, item: SourceItem, result: ItemResult): Promise<void>;
  /** Stores the mark of an item of which only the description has changed. */
  noteMark(id: string, item: SourceItem): Promise<void>;
  /** Keeps the former photo of an item whose picture was replaced, until it has left. */
  noteFormer(id: string, key: string): Promise<void>;
  /** The photos of these items, unless another item of any source has the same one. */
  photosOf(id: string, keys: readonly string[]): Promise<AlbumPhoto[]>;
  /** All items that have a photo, also in the trash. */
  held(id: string): Promise<HeldPhoto[]>;
  /** Those of the photos that are not in the trash, and that no other source has. */
  ownedAlone(id: string, photoIds: readonly number[]): Promise<AlbumPhoto[]>;
  /** The number of photos that it made and that are not in the trash. */
  madeCount(id: string): Promise<number>;
  /** Marks the items whose photos wait for an admin's decision. Items that are marked already keep their time. */
  nameLeaving(id: string, keys: readonly string[]): Promise<void>;
  /** For items that are back. */
  unnameLeaving(id: string, keys: readonly string[]): Promise<void>;
  /**
   * Stores the decision about the photos that left the source until `namedAt`, and returns their number. `trash`: the
   * next reading moves them to the trash if they are still gone. `keep`: they no longer belong to the source.
   */
  decide(id: string, decision: { namedAt: number; action: 'trash' | 'keep' }): Promise<number>;
  /** Deletes the rows of items that are no longer in the source. */
  forget(id: string, keys: readonly string[], which: 'all' | 'refused'): Promise<void>;
}

function sourceRepository(db: Database, now: () => number): SourceRepository {
  const rows = () =>
    db
      .selectFrom('sources')
      .select(['id', 'kind', 'name', 'place', 'album_id as albumId', 'details', 'state', 'message'])
      .select([sql<boolean>`paused = 1`.as('isPaused'), 'last_read_at as lastReadAt', 'made_by as madeBy']);

  return {
    list: async () => (await rows().orderBy('created_at').orderBy('id').execute()).map(plain),
    find: async (id) => {
      const row = await rows().where('id', '=', id).executeTakeFirst();
      return row && plain(row);
    },
    create: async ({ kind, name, place, albumId, details, madeBy }) => {
      const row = {
        id: randomUUID(),
        kind,
        name,
        place,
        details,
        album_id: albumId,
        message: null,
        last_read_at: null,
      };
      await db
        .insertInto('sources')
        .values({ ...row, state: 'ok', created_at: now(), made_by: madeBy ?? null })
        .execute();
      return plain(await rows().where('id', '=', row.id).executeTakeFirstOrThrow());
    },
    change: async (id, { name, albumId, isPaused }) => {
      const changes = {
        ...(name !== undefined && { name }),
        ...(albumId !== undefined && { album_id: albumId }),
        ...(isPaused !== undefined && { paused: Number(isPaused) }),
      };
      if (Object.keys(changes).length === 0) return;
      await db.updateTable('sources').set(changes).where('id', '=', id).execute();
    },
    remove: async (id) => {
      await db.deleteFrom('source_items').where('source_id', '=', id).execute();
      return (await db.deleteFrom('sources').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n;
    },
    counts: (id) => countsOf(db, id),
    ...itemQueries(db, now),
    ...leavingQueries(db, now),
    ...settledQueries(db),
  };
}

async function countsOf(db: Database, id: string): Promise<SourceCounts> {
  const { photos } = await db
    .selectFrom('source_items')
    .select(({ fn }) => fn.countAll<number>().as('photos'))
    .where('source_id', '=', id)
    .where('state', '=', 'taken')
    .executeTakeFirstOrThrow();
  const refused = await db
    .selectFrom('source_items')
    .select(['item_key as file', sql<string>`coalesce(message, '')`.as('message')])
    .where('source_id', '=', id)
    .where('state', '=', 'refused')
    .orderBy('item_key')
    .limit(REFUSED_LISTED)
    .execute();
  const { waiting, namedAt } = await leavingIn(db)
    .select(({ fn }) => fn.count<number>('photos.id').distinct().as('waiting'))
    .select(({ fn }) => fn.max('source_items.named_at').as('namedAt'))
    .where('source_id', '=', id)
    .executeTakeFirstOrThrow();
  const leaving = namedAt === null ? {} : { leaving: { photos: waiting, namedAt: isoTime(namedAt) } };
  return { photos, refused, ...leaving };
}

interface SourcePartsOptions {
  db: Database;
  now: () => number;
  sealing: Pick<SealingKeys, 'of'>;
}

/** The repository, and what encrypts the keys of sources. */
export async function sourceParts({ db, now, sealing }: SourcePartsOptions) {
  return { sources: sourceRepository(db, now), sealed: await sealing.of('sources') };
}

function plain<Row extends { isPaused: boolean }>(row: Row): Row {
  // SQLite gives a number.
  return { ...row, isPaused: `${row.isPaused}` !== 'false' && `${row.isPaused}` !== '0' };
}

function itemQueries(
  db: Database,
  now: () => number,
): Pick<SourceRepository, 'noteOutcome' | 'marks' | 'noteResult' | 'noteMark' | 'noteFormer' | 'photosOf' | 'forget'> {
  return {
    noteOutcome: async (id, outcome) => {
      const lastRead = outcome.state === 'ok' ? { last_read_at: now() } : {};
      await db
        .updateTable('sources')
        .set({ ...outcome, ...lastRead })
        .where('id', '=', id)
        .execute();
    },
    marks: async (id, keys) => {
      const all = db.selectFrom('source_items').select(['item_key', 'mark']).where('source_id', '=', id);
      const items = await (keys ? all.where('item_key', 'in', valuesIn(db, keys)) : all).execute();
      return new Map(items.map(({ item_key: key, mark }) => [key, mark]));
    },
    noteResult: (id, item, result) =>
      db.transaction().execute((transaction) => noteResult(transaction, id, { item, result })),
    noteMark: async (id, { key, mark }) => {
      const row = db.updateTable('source_items').set({ mark }).where('source_id', '=', id);
      await row.where('item_key', '=', key).execute();
    },
    noteFormer: (id, key) => noteFormer(db, id, key),
    photosOf: (id, keys) => photosOf(db, id, keys).execute(),
    forget: async (id, keys, which) => {
      const gone = db
        .deleteFrom('source_items')
        .where('source_id', '=', id)
        .where('item_key', 'in', valuesIn(db, keys));
      await gone.$if(which === 'refused', (items) => items.where('state', '!=', 'taken')).execute();
    },
  };
}

async function noteResult(
  db: Database,
  id: string,
  { item: { key, mark }, result }: { item: SourceItem; result: ItemResult },
): Promise<void> {
  const photoId = result.state === 'taken' ? (result.photo?.id ?? null) : null;
  const isMade = result.state === 'taken' && (result.isMade || (await hasMade(db, id, photoId)));
  const noted = {
    mark,
    state: result.state,
    message: result.state === 'refused' ? result.message : null,
    photo_id: photoId,
    made: Number(isMade),
    leaving: null,
    named_at: null,
  };
  await db
    .insertInto('source_items')
    .values({ source_id: id, item_key: key, ...noted })
    .onConflict((conflict) => conflict.columns(['source_id', 'item_key']).doUpdateSet(noted))
    .execute();
  if (!isMade) return;
  // Another item with the same picture may have been noted before the one whose import stored it.
  const same = db.updateTable('source_items').set({ made: 1 }).where('source_id', '=', id);
  await same.where('photo_id', '=', photoId).execute();
}

async function noteFormer(db: Database, id: string, key: string): Promise<void> {
  const item = db.selectFrom('source_items').select(['photo_id', 'made']).where('source_id', '=', id);
  const former = await item.where('item_key', '=', key).executeTakeFirst();
  if (!former?.made) return;
  const row = { source_id: id, item_key: `${key}\n${former.photo_id}`, photo_id: former.photo_id, made: 1 };
  await db
    .insertInto('source_items')
    .values({ ...row, mark: '', state: 'replaced', message: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether the source made the photo of another of its items, or of the same one before. */
async function hasMade(db: Database, id: string, photoId: number | null): Promise<boolean> {
  if (photoId === null) return false;
  const made = db.selectFrom('source_items').select('item_key').where('source_id', '=', id).where('made', '=', 1);
  return (await made.where('photo_id', '=', photoId).executeTakeFirst()) !== undefined;
}

const ALBUM_PHOTO = ['photos.id', 'photos.album_id as albumId', 'albums.name as albumName', 'photos.filename'] as const;

function photosOf(db: Database, id: string, keys: readonly string[]) {
  const elsewhere = db
    .selectFrom('source_items')
    .select('photo_id')
    .where('photo_id', 'is not', null)
    .where((of) => of.or([of('source_id', '!=', id), of('item_key', 'not in', valuesIn(db, keys))]));
  return db
    .selectFrom('source_items')
    .innerJoin('photos', 'photos.id', 'source_items.photo_id')
    .innerJoin('albums', 'albums.id', 'photos.album_id')
    .select(ALBUM_PHOTO)
    .where('source_id', '=', id)
    .where('item_key', 'in', valuesIn(db, keys))
    .where('photos.state', '=', STATE.shown)
    .where('photos.id', 'not in', elsewhere);
}

/** The items whose photos wait for an admin's decision, with these photos. */
function leavingIn(db: Database) {
  return db
    .selectFrom('source_items')
    .innerJoin('photos', 'photos.id', 'source_items.photo_id')
    .where('leaving', '=', 'waits')
    .where('photos.state', '=', STATE.shown);
}

const ITEMS_PER_STATEMENT = 500;

function* someOf<Item>(items: readonly Item[]): Iterable<Item[]> {
  for (let start = 0; start < items.length; start += ITEMS_PER_STATEMENT)
    yield items.slice(start, start + ITEMS_PER_STATEMENT);
}

function leavingQueries(
  db: Database,
  now: () => number,
): Pick<SourceRepository, 'held' | 'ownedAlone' | 'madeCount' | 'nameLeaving' | 'unnameLeaving' | 'decide'> {
  const items = (id: string, keys: readonly string[]) =>
    db.updateTable('source_items').where('source_id', '=', id).where('item_key', 'in', valuesIn(db, keys));

  return {
    held: (id) => heldBy(db, id),
    ownedAlone: (id, photoIds) => ownedAlone(db, id, photoIds),
    madeCount: (id) => madeCount(db, id),
    nameLeaving: async (id, keys) => {
      const named = { leaving: 'waits', named_at: now() } as const;
      // An admin may have kept them while the reading went on: then they are no longer its own.
      for (const some of someOf(keys)) {
        await items(id, some).where('leaving', 'is', null).where('made', '=', 1).set(named).execute();
      }
    },
    unnameLeaving: async (id, keys) => {
      for (const some of someOf(keys)) await items(id, some).set({ leaving: null, named_at: null }).execute();
    },
    decide: (id, decision) => db.transaction().execute((transaction) => decide(transaction, id, decision)),
  };
}

async function heldBy(db: Database, id: string): Promise<HeldPhoto[]> {
  const rows = await db
    .selectFrom('source_items')
    .select(['item_key as key', 'photo_id as photoId', 'made', 'state', 'leaving'])
    .where('source_id', '=', id)
    .where('photo_id', 'is not', null)
    .execute();
  return rows.map(({ key, photoId, made, state, leaving }) => ({
    key,
    photoId: photoId ?? 0,
    isMade: made === 1,
    isReplaced: state === 'replaced',
    leaving,
  }));
}

async function ownedAlone(db: Database, id: string, photoIds: readonly number[]): Promise<AlbumPhoto[]> {
  const elsewhere = db
    .selectFrom('source_items')
    .select('photo_id')
    .where('source_id', '!=', id)
    .where('photo_id', 'is not', null);
  const found: AlbumPhoto[] = [];
  for (const some of someOf(photoIds)) {
    const photos = await db
      .selectFrom('photos')
      .innerJoin('albums', 'albums.id', 'photos.album_id')
      .select(ALBUM_PHOTO)
      .where('photos.id', 'in', valuesIn(db, some))
      .where('photos.state', '=', STATE.shown)
      .where('photos.id', 'not in', elsewhere)
      .execute();
    found.push(...photos);
  }
  return found;
}

async function madeCount(db: Database, id: string): Promise<number> {
  const { photos } = await db
    .selectFrom('source_items')
    .innerJoin('photos', 'photos.id', 'source_items.photo_id')
    .select(({ fn }) => fn.count<number>('photos.id').distinct().as('photos'))
    .where('source_id', '=', id)
    .where('made', '=', 1)
    .where('photos.state', '=', STATE.shown)
    .executeTakeFirstOrThrow();
  return photos;
}

async function decide(
  db: Database,
  id: string,
  { namedAt, action }: { namedAt: number; action: 'trash' | 'keep' },
): Promise<number> {
  const { photos } = await leavingIn(db)
    .select(({ fn }) => fn.count<number>('photos.id').distinct().as('photos'))
    .where('source_id', '=', id)
    .where('named_at', '<=', namedAt)
    .executeTakeFirstOrThrow();
  const decided = action === 'trash' ? { leaving: 'approved' as const } : { leaving: null, named_at: null, made: 0 };
  await db
    .updateTable('source_items')
    .set(decided)
    .where('source_id', '=', id)
    .where('leaving', '=', 'waits')
    .where('named_at', '<=', namedAt)
    .execute();
  return photos;
}

/** Identifies what a source reads: one that is removed and added again finds the albums that it made. */
function originOf({ kind, place, details }: Placed): string {
  const album = textOf(recordOf(JSON.parse(details)), 'immichAlbumId');
  return [kind, place, ...(album === '' ? [] : [album])].join(' ');
}

function settledQueries(db: Database): Pick<SourceRepository, 'settledAlbums' | 'settleAlbum'> {
  return {
    settledAlbums: async (source) => {
      const rows = await db
        .selectFrom('source_albums')
        .select(['folder', 'album_id'])
        .where('origin', '=', originOf(source))
        .where('below', '=', source.albumId ?? '')
        .execute();
      return new Map(rows.map(({ folder, album_id: albumId }) => [folder, albumId]));
    },
    settleAlbum: async (source, { folder, albumId }) => {
      const row = { origin: originOf(source), below: source.albumId ?? '', folder };
      await db
        .insertInto('source_albums')
        .values({ ...row, album_id: albumId })
        .onConflict((conflict) => conflict.columns(['origin', 'below', 'folder']).doUpdateSet({ album_id: albumId }))
        .execute();
    },
  };
}
