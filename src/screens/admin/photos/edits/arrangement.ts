import { orderAlbums, orderPhotos } from '../../../../api/curation.ts';
import { showToast } from '../../frame/toasts.ts';
import { failureText } from './failureText.ts';
import { makeEdit } from './libraryEdits.ts';

/** Orders the albums of one level by hand, or by name when no order is given. */
export async function arrangeAlbums(parentId: string | undefined, albumIds: string[] | undefined): Promise<void> {
  const edit = albumIds && ({ kind: 'albums-ordered', albumIds } as const);
  try {
    const payload = { parentAlbumId: parentId ?? null, albumIds: albumIds ?? null };
    await makeEdit(edit, (token) => orderAlbums(token, payload));
  } catch (error) {
    const run = () => void arrangeAlbums(parentId, albumIds);
    showToast({ kind: 'failed', text: orderFailed(error), action: { label: 'Try again', run } });
  }
}

export async function arrangePhotos(albumId: string, filenames: readonly string[]): Promise<void> {
  try {
    const edit = { kind: 'photos-ordered', albumId, filenames } as const;
    await makeEdit(edit, (token) => orderPhotos(token, { albumId, filenames }));
  } catch (error) {
    const run = () => void arrangePhotos(albumId, filenames);
    showToast({ kind: 'failed', text: orderFailed(error), action: { label: 'Try again', run } });
  }
}

function orderFailed(error: unknown): string {
  return `${failureText(error)} The new order is not saved.`;
}
