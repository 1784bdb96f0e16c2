import type { TrashEntry } from '#contract/schemas/trash.ts';
import type { Database } from '../../db/open.ts';
import type { PhotoAddress } from '../store/photoStore.ts';
import { trashAlbum, type TrashedAlbums, type TrashedPhotos, trashPhotos } from './deletionQueries.ts';
import { type Marked, markRemoved, removeSomeRows } from './removalQueries.ts';
import { restore, type Restored } from './restoreQueries.ts';
import { filesOfTrashed, type TrashCursor, trashList } from './trashListQueries.ts';
import type { TrashIds } from './trashIds.ts';
import { type WaitingRepository, waitingRepository } from './waitingRepository.ts';

/** Holds deleted things, which can be restored for some days. Their files stay in place. */
export interface TrashRepository {
  addPhotos(photos: { albumId: string; filenames: readonly string[]; userId: string }): Promise<TrashedPhotos>;
  addAlbum(album: { albumId: string; userId: string }): Promise<TrashedAlbums>;
  /** A page of the list, the newest first. */
  list(after?: TrashCursor): Promise<TrashEntry[]>;
  filesOf(trashId: string): Promise<PhotoAddress | undefined>;
  restore(ids: TrashIds): Promise<Restored>;
  /** Deletes for good; rows and files are removed later, by `removeSome`. Without ids: all. */
  remove(ids?: TrashIds): Promise<Marked>;
  /** Deletes for good the things whose time in the trash is over. */
  removeDue(): Promise<Marked>;
  /** Removes some of the rows of what was deleted for good; false when there are no more. */
  removeSome(): Promise<boolean>;
  /** Photos of guests, which are stored like the trash but are no entries of it. */
  waiting: WaitingRepository;
}

interface Options {
  now: () => number;
  /** The time for which things stay in the trash. */
  days: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

export function trashRepository(db: Database, { now, days }: Options): TrashRepository {
  return {
    addPhotos: ({ userId, ...photos }) => trashPhotos(db, photos, { userId, at: now() }),
    addAlbum: ({ albumId, userId }) => trashAlbum(db, albumId, { userId, at: now() }),
    list: (after) => trashList(db, { after, storedMs: days * DAY_MS }),
    filesOf: (trashId) => filesOfTrashed(db, trashId),
    restore: (ids) => restore(db, ids),
    remove: (ids) => markRemoved(db, ids ?? { before: Number.MAX_SAFE_INTEGER }),
    removeDue: () => markRemoved(db, { before: now() - days * DAY_MS }),
    removeSome: () => removeSomeRows(db),
    waiting: waitingRepository(db, now),
  };
}
