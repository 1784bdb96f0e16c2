import type { Album, Photo } from '#contract/photos/schemas.ts';
import type { TrashedResponse } from '#contract/trash/schemas.ts';
import { everyBatch } from '#domain/curation/batches.ts';
import { albumContentsText, countOf } from '#domain/curation/counts.ts';
import { deleteAlbum, deletePhotos, restoreFromTrash } from '#src/admin/api/curation.ts';
import { statusOf } from '#src/shared/api/http.ts';
import type { PendingEdit } from '#domain/curation/pendingEdits.ts';
import { createObservable, useObservable } from '#src/shared/state/observable.ts';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { UNDO, withToast } from './toasts.ts';

type Reload = () => Promise<void>;

const pending = createObservable<readonly PendingEdit[]>([]);
const reloads = new Set<Reload>();
/** The file names, by album, of photos that this tab has removed from an album. */
const departed = new Map<string, Set<string>>();

/** The changes that are shown as done while the server has not confirmed them yet. */
export function usePendingEdits(): readonly PendingEdit[] {
  return useObservable(pending);
}

/** Shows a change as done until the returned function is called. */
export function showEdit(edit: PendingEdit): () => void {
  pending.set([...pending.get(), edit]);
  return () => pending.set(pending.get().filter((other) => other !== edit));
}

/**
 * Calls the function after each edit, and when the person sees other albums, until the returned function is called.
 */
export function reloadAfterEdits(reload: Reload): () => void {
  reloads.add(reload);
  return () => reloads.delete(reload);
}

let lastReload: Promise<unknown> = Promise.resolve();

/** Reloads everything that the open screen shows of the library. */
export async function reloadLibrary(): Promise<void> {
  let mine: Promise<unknown> | undefined = Promise.all(Array.from(reloads, (reload) => reload()));
  lastReload = mine;
  // A reload that begins later replaces this one, which then returns nothing.
  while (mine) {
    await mine;
    mine = mine === lastReload ? undefined : lastReload;
  }
}

/**
 * Shows a change at once, makes the call, and reloads the screen's data. When the call fails, the change is reverted,
 * and the error is thrown.
 */
export async function makeEdit<Data>(
  edit: PendingEdit | undefined,
  call: (token: string) => Promise<Data>,
): Promise<Data> {
  const takeBack = edit && showEdit(edit);
  try {
    const data = await adminCall(call);
    if (edit?.kind === 'photos-gone') noteDeparture(edit);
    await reloadLibrary();
    return data;
  } catch (error) {
    // The server has rejected the change, perhaps because the screen's data is outdated.
    if (statusOf(error) !== undefined) void reloadLibrary();
    throw error;
  } finally {
    takeBack?.();
  }
}

function noteDeparture({ albumId, filenames }: { albumId: string; filenames: ReadonlySet<string> }): void {
  const known = departed.get(albumId) ?? new Set();
  for (const filename of filenames) known.add(filename);
  departed.set(albumId, known);
}

/** Whether this tab has removed the photo from the album, so that a list of uploaded photos leaves it out. */
export function hasDeparted(albumId: string, filename: string): boolean {
  return departed.get(albumId)?.has(filename) ?? false;
}

/** Moves photos to the trash, and offers to undo it. */
export async function deleteWithUndo(
  album: Pick<Album, 'id'>,
  photos: readonly Photo[],
  responses: TrashedResponse[] = [],
): Promise<void> {
  const filenames = photos.map(({ filename }) => filename);
  const what = countOf(filenames.length, 'photo');
  const remove = async () => {
    const edit = { kind: 'photos-gone', albumId: album.id, filenames: new Set(filenames) } as const;
    const ids = await makeEdit(edit, async (token) => {
      const call = (batch: string[]) => deletePhotos(token, { albumId: album.id, filenames: batch });
      return (await everyBatch(filenames, call, responses)).flatMap((response) => response.ids);
    });
    return { text: `Deleted ${what}.`, action: { label: UNDO, run: () => void restore(ids, what) } };
  };
  await withToast(remove, {
    failed: (why) => `${why} ${responses.length === 0 ? 'Nothing was deleted.' : 'Not all of them were deleted.'}`,
    again: () => void deleteWithUndo(album, photos, responses),
  });
}

/**
 * Moves an album, with everything in it, to the trash, and offers to undo it. Reports failures in a notice and throws
 * nothing.
 */
export async function deleteAlbumWithUndo(album: Album): Promise<void> {
  const remove = async () => {
    const edit = { kind: 'album-gone', albumId: album.id } as const;
    const { trashed, ids } = await makeEdit(edit, (token) => deleteAlbum(token, album.id));
    const inside = albumContentsText({ albums: trashed.albums - 1, photos: trashed.photos });
    const text = `Deleted “${album.name}”${inside === undefined ? '' : ` with ${inside}`}.`;
    return { text, action: { label: UNDO, run: () => void restore(ids, `“${album.name}”`) } };
  };
  await withToast(remove, {
    failed: (why) => `${why} “${album.name}” was not deleted.`,
    again: () => void deleteAlbumWithUndo(album),
  });
}

async function restore(ids: readonly string[], what: string): Promise<void> {
  const putBack = async () => {
    await makeEdit(undefined, (token) => everyBatch(ids, (batch) => restoreFromTrash(token, batch)));
    return `Restored ${what}.`;
  };
  await withToast(putBack, {
    failed: (why) => `${why} ${what} could not be restored: look in the trash.`,
    again: () => void restore(ids, what),
  });
}
