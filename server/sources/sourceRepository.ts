import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { SourceKind } from '#contract/schemas/arrivals/sources.ts';
import { valuesIn } from '../db/lists.ts';
import type { Database } from '../db/open.ts';
import type { SealingKeys } from '../http/security/sealingKeysRepository.ts';
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
}

interface SourceCounts {
  photos: number;
  refused: { file: string; message: string }[];
}

type NewSourceRow = Pick<StoredSource, 'kind' | 'name' | 'place' | 'albumId' | 'details'>;
type Outcome = Pick<StoredSource, 'state' | 'message'>;
type ChangedFields = Partial<Pick<StoredSource, 'name' | 'albumId' | 'isPaused' | 'details'>>;

/** The outcome of an item. */
export type ItemResult =
  | { state: 'taken'; photo: Taken['photo'] }
  | { state: 'left-out' }
  | { state: 'refused'; message: string };

export interface SourceRepository {
  list(): Promise<StoredSource[]>;
  find(id: string): Promise<StoredSource | undefined>;
  create(source: NewSourceRow): Promise<StoredSource>;
  change(id: string, changes: ChangedFields): Promise<void>;
  /** The photos that were imported from it stay. */
  remove(id: string): Promise<boolean>;
  counts(id: string): Promise<SourceCounts>;
  noteOutcome(id: string, outcome: Outcome): Promise<void>;
  /** The marks of the checked items, by their keys; of all, or of these. */
  marks(id: string, keys?: readonly string[]): Promise<Map<string, string>>;
  noteResult(id: string, item: SourceItem, result: ItemResult): Promise<void>;
  /** Stores the mark of an item of which only the description has changed. */
  noteMark(id: string, item: SourceItem): Promise<void>;
  /** The photos that were made from these items, unless another item of any source has the same one. */
  photosOf(id: string, keys: readonly string[]): Promise<{ id: number; albumId: string; filename: string }[]>;
  /** Things that are gone. */
  forget(id: string, keys: readonly string[], which: 'all' | 'refused'): Promise<void>;
}

export function sourceRepository(db: Database, now: () => number): SourceRepository {
  const rows = () =>
    db
      .selectFrom('sources')
      .select(['id', 'kind', 'name', 'place', 'album_id as albumId', 'details', 'state', 'message'])
      .select([sql<boolean>`paused = 1`.as('isPaused'), 'last_read_at as lastReadAt']);

  return {
    list: async () => (await rows().orderBy('created_at').orderBy('id').execute()).map(plain),
    find: async (id) => {
      const row = await rows().where('id', '=', id).executeTakeFirst();
      return row && plain(row);
    },
    create: async ({ albumId, ...source }) => {
      const row = { id: randomUUID(), ...source, album_id: albumId, message: null, last_read_at: null };
      await db
        .insertInto('sources')
        .values({ ...row, state: 'ok', created_at: now() })
        .execute();
      return plain(await rows().where('id', '=', row.id).executeTakeFirstOrThrow());
    },
    change: async (id, { name, albumId, isPaused, details }) => {
      const changes = {
        ...(name !== undefined && { name }),
        ...(albumId !== undefined && { album_id: albumId }),
        ...(isPaused !== undefined && { paused: Number(isPaused) }),
        ...(details !== undefined && { details }),
      };
      if (Object.keys(changes).length === 0) return;
      await db.updateTable('sources').set(changes).where('id', '=', id).execute();
    },
    remove: async (id) => {
      await db.deleteFrom('source_items').where('source_id', '=', id).execute();
      return (await db.deleteFrom('sources').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n;
    },
    counts: async (id) => {
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
      return { photos, refused };
    },
    ...itemQueries(db, now),
  };
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
): Pick<SourceRepository, 'noteOutcome' | 'marks' | 'noteResult' | 'noteMark' | 'photosOf' | 'forget'> {
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
    noteResult: async (id, { key, mark }, result) => {
      const noted = {
        mark,
        state: result.state,
        message: result.state === 'refused' ? result.message : null,
        photo_id: result.state === 'taken' ? (result.photo?.id ?? null) : null,
      };
      await db
        .insertInto('source_items')
        .values({ source_id: id, item_key: key, ...noted })
        .onConflict((conflict) => conflict.columns(['source_id', 'item_key']).doUpdateSet(noted))
        .execute();
    },
    noteMark: async (id, { key, mark }) => {
      const row = db.updateTable('source_items').set({ mark }).where('source_id', '=', id);
      await row.where('item_key', '=', key).execute();
    },
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

function photosOf(db: Database, id: string, keys: readonly string[]) {
  const elsewhere = db
    .selectFrom('source_items')
    .select('photo_id')
    .where('photo_id', 'is not', null)
    .where((of) => of.or([of('source_id', '!=', id), of('item_key', 'not in', valuesIn(db, keys))]));
  return db
    .selectFrom('source_items')
    .innerJoin('photos', 'photos.id', 'source_items.photo_id')
    .select(['photos.id', 'photos.album_id as albumId', 'photos.filename'])
    .where('source_id', '=', id)
    .where('item_key', 'in', valuesIn(db, keys))
    .where('photos.trashed_at', 'is', null)
    .where('photos.id', 'not in', elsewhere);
}
