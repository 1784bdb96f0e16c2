import { deleteAlbum, deletePhotos, restoreFromTrash } from '#src/api/curation.ts';
import type { TrashedResponse } from '#contract/schemas/trash.ts';
import type { Album, Photo } from '#contract/schemas/photos.ts';
import { albumContentsText, countOf } from '#domain/curation/counts.ts';
import { everyBatch } from '#domain/curation/batches.ts';
import { UNDO, withToast } from './toasts.ts';
import { makeEdit } from './libraryEdits.ts';

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

/** Moves an album, with everything in it, to the trash, and offers to undo it. Throws nothing, but says what failed. */
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
