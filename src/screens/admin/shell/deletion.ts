import { deleteAlbum, deletePhotos, restoreFromTrash } from '#src/api/curation.ts';
import type { TrashedResponse } from '#contract/admin/curation.ts';
import type { Album, Photo } from '#contract/entities.ts';
import { albumContentsText, countOf } from '#domain/curation/counts.ts';
import { everyBatch } from '#domain/curation/batches.ts';
import { showToast, UNDO } from './toasts.ts';
import { failureText } from './failureText.ts';
import { makeEdit } from './libraryEdits.ts';

/** Moves photos to the trash, and offers to undo it. */
export async function deleteWithUndo(
  album: Pick<Album, 'id'>,
  photos: readonly Photo[],
  responses: TrashedResponse[] = [],
): Promise<void> {
  const filenames = photos.map(({ filename }) => filename);
  const what = countOf(filenames.length, 'photo');
  try {
    const edit = { kind: 'photos-gone', albumId: album.id, filenames: new Set(filenames) } as const;
    const ids = await makeEdit(edit, async (token) => {
      const call = (batch: string[]) => deletePhotos(token, { albumId: album.id, filenames: batch });
      return (await everyBatch(filenames, call, responses)).flatMap((response) => response.ids);
    });
    showToast({ text: `Deleted ${what}.`, action: { label: UNDO, run: () => void restore(ids, what) } });
  } catch (error) {
    const run = () => void deleteWithUndo(album, photos, responses);
    const left = responses.length === 0 ? 'Nothing was deleted.' : 'Not all of them were deleted.';
    const text = `${failureText(error)} ${left}`;
    showToast({ kind: 'failed', text, action: { label: 'Try again', run } });
  }
}

/** Moves an album, with everything in it, to the trash, and offers to undo it. Throws nothing, but says what failed. */
export async function deleteAlbumWithUndo(album: Album): Promise<void> {
  try {
    const edit = { kind: 'album-gone', albumId: album.id } as const;
    const { trashed, ids } = await makeEdit(edit, (token) => deleteAlbum(token, album.id));
    const inside = albumContentsText({ albums: trashed.albums - 1, photos: trashed.photos });
    const text = `Deleted “${album.name}”${inside === undefined ? '' : ` with ${inside}`}.`;
    showToast({ text, action: { label: UNDO, run: () => void restore(ids, `“${album.name}”`) } });
  } catch (error) {
    const run = () => void deleteAlbumWithUndo(album);
    const text = `${failureText(error)} “${album.name}” was not deleted.`;
    showToast({ kind: 'failed', text, action: { label: 'Try again', run } });
  }
}

async function restore(ids: readonly string[], what: string): Promise<void> {
  try {
    await makeEdit(undefined, (token) => everyBatch(ids, (batch) => restoreFromTrash(token, batch)));
    showToast({ text: `Restored ${what}.` });
  } catch (error) {
    const run = () => void restore(ids, what);
    const text = `${failureText(error)} ${what} could not be restored: look in the trash.`;
    showToast({ kind: 'failed', text, action: { label: 'Try again', run } });
  }
}
