import { fetchAlbums, fetchPhotos } from '#src/shared/api/albums.ts';
import {
  deleteAlbum,
  deleteFromTrash,
  deletePhotos,
  movePhotos,
  orderPhotos,
  restoreFromTrash,
} from '#src/admin/api/curation.ts';
import type { MoveResponse } from '#contract/curation/schemas.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { albumWithId } from '#domain/curation/albumChoices.ts';
import { everyBatch } from '#domain/curation/batches.ts';
import { countOf } from '#domain/curation/counts.ts';
import { withReturned } from '#domain/curation/manualOrder.ts';
import { undoAction, withToast } from '#src/admin/shell/toasts.ts';
import { makeEdit } from '#src/admin/shell/libraryEdits.ts';

interface Target extends Pick<Album, 'id' | 'name'> {
  /** Whether it was made for these photos: undoing deletes it again. */
  isNew?: boolean;
}

interface Move {
  from: Pick<Album, 'id' | 'order'>;
  to: Target;
  photos: readonly Pick<Photo, 'filename'>[];
  /** All photos of the first album, as they are shown. */
  all: readonly Pick<Photo, 'filename'>[];
}

const filenameOf = ({ filename }: Pick<Photo, 'filename'>) => filename;

/**
 * Moves photos into another album. They disappear from the first one at once, and come back when the server rejects the
 * move.
 */
export async function moveToAlbum(move: Move, responses: MoveResponse[] = []): Promise<void> {
  const { from, to, photos } = move;
  const filenames = photos.map(filenameOf);
  const what = countOf(filenames.length, 'photo');
  const put = async () => {
    const edit = { kind: 'photos-gone', albumId: from.id, filenames: new Set(filenames) } as const;
    const done = await makeEdit(edit, (token) => send(token, { from, to, filenames, responses }));
    const back = async () => {
      await makeEdit(undefined, async (token) => {
        await moveBack(token, move, done);
        await takeAway(token, to, 0);
      });
      return `Moved ${what} back.`;
    };
    return { text: `Moved ${what} to “${to.name}”.`, action: undoAction(back) };
  };
  await withToast(put, {
    failed: (why) => `${why} ${what} could not be moved.`,
    again: () => void moveToAlbum(move, responses),
  });
}

/** The photos stay in the first album too. */
export async function copyToAlbum(move: Move, responses: MoveResponse[] = [], again = false): Promise<void> {
  const { from, to, photos } = move;
  const filenames = photos.map(filenameOf);
  const what = countOf(filenames.length, 'photo');
  const copy = async () => {
    const copying = { from, to, filenames, responses, copy: true, again } as const;
    const { added } = await makeEdit(undefined, (token) => send(token, copying));
    const takeBack = async (token: string) => {
      if (await takeAway(token, to, added.length)) return;
      await everyBatch(added, (batch) => deletePhotos(token, { albumId: to.id, filenames: batch }));
    };
    const back = async () => {
      await makeEdit(undefined, takeBack);
      return `Took ${countOf(added.length, 'photo')} out of “${to.name}” again.`;
    };
    if (added.length === 0) return `“${to.name}” has ${what === '1 photo' ? 'it' : 'them'} already.`;
    return { text: `Copied ${what} to “${to.name}”.`, action: undoAction(back) };
  };
  await withToast(copy, {
    failed: (why) => `${why} ${what} could not be copied.`,
    again: () => void copyToAlbum(move, responses, true),
  });
}

interface Request extends Pick<Move, 'from' | 'to'> {
  filenames: readonly string[];
  copy?: true;
  /** Whether the first of these batches was already sent: its response may have been lost. */
  again?: boolean;
  /** The batches that an earlier attempt finished: the next attempt continues after them. */
  responses: MoveResponse[];
}

type Done = Pick<MoveResponse, 'added' | 'former' | 'ids'>;

async function send(token: string, { from, to, filenames, copy, again = false, responses }: Request): Promise<Done> {
  const sentBefore = responses.length;
  const call = (batch: string[]) => {
    const how = copy && { copy, again: again && responses.length === sentBefore };
    return movePhotos(token, from.id, { filenames: batch, toAlbumId: to.id, ...how });
  };
  await everyBatch(filenames, call, responses);
  return {
    added: responses.flatMap(({ added }) => added),
    former: responses.flatMap(({ former }) => former),
    ids: responses.flatMap(({ ids }) => ids),
  };
}

/** Only the added photos are moved back; those that the other album already had are restored from the trash. */
async function moveBack(token: string, { from, to, all }: Move, { added, former, ids }: Done): Promise<void> {
  const call = (batch: string[]) => movePhotos(token, to.id, { filenames: batch, toAlbumId: from.id });
  const back = renamingOf(await everyBatch(added, call));
  await everyBatch(ids, (batch) => restoreFromTrash(token, batch));
  if (from.order !== 'manual' || added.length === 0) return;
  const there = renamingOf([{ added, former }]);
  const before = all.map(({ filename }) => back.get(there.get(filename) ?? '') ?? filename);
  const present = (await fetchPhotos({ token }, { albumId: from.id })).map(filenameOf);
  const filenames = withReturned(present, before, new Set(back.values()));
  // The order is made now, with the changes since the move.
  await orderPhotos(token, { albumId: from.id, filenames, version: undefined });
}

/** Deletes an album that was made for photos, unless it has more than `count` photos by now. Returns whether it did. */
async function takeAway(token: string, { id, isNew }: Target, count: number): Promise<boolean> {
  const album = isNew ? albumWithId(await fetchAlbums({ token }), id) : undefined;
  if (!album || album.photoCount !== count || album.childAlbums.length > 0) return false;
  const { trashed, ids } = await deleteAlbum(token, id);
  // An empty album need not stay in the trash.
  if (trashed.photos === count) await deleteFromTrash(token, ids);
  return true;
}

/** The names of moved photos in the other album, by their former names. */
function renamingOf(moves: readonly Pick<MoveResponse, 'added' | 'former'>[]): ReadonlyMap<string, string> {
  return new Map(moves.flatMap(({ added, former }) => former.map((name, place) => [name, added[place] ?? name])));
}
