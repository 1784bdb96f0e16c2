import type { Album } from '#contract/schemas/photos.ts';
import { countOf } from '#domain/curation/counts.ts';
import { folderKey, foldersOf } from '#domain/uploads/folderAlbums.ts';
import { uploadsText } from '#domain/uploads/uploadState.ts';
import { showToast, withToast } from '../../shell/toasts.ts';
import { makeEdit } from '../../shell/libraryEdits.ts';
import type { UploadFile } from '../stored/newDrop.ts';
import { tabUploader, uploadTo } from '../tabUploader.ts';
import type { UploadTarget } from '#domain/uploads/uploadPlan.ts';
import { albumsOfFolders } from './folderAlbums.ts';

/** Makes an album of each dropped folder and uploads the files to them. Throws nothing, but says what failed. */
export async function uploadFolders(files: readonly UploadFile[], parent: Album | undefined): Promise<void> {
  const folders = foldersOf(files);
  const upload = async () => {
    const albums = await makeEdit(undefined, (token) => albumsOfFolders(token, folders, parent));
    const targets = folders.flatMap((folder) => {
      const inside = files.filter(({ path, albums: names = path }) => folderKey(names) === folderKey(folder.path));
      const album = albums.get(folderKey(folder.path));
      return album && inside.length > 0 ? [{ album, files: inside }] : [];
    });
    const loose = files.filter(({ path }) => path.length === 0);
    if (parent && loose.length > 0) targets.unshift({ album: parent, files: loose });
    uploadTo(targets);
    sayWhenDone(targets.map(({ album }) => album));
    return undefined;
  };
  await withToast(upload, {
    failed: (why) => `${why} The albums could not be made, and nothing was uploaded.`,
    again: () => void uploadFolders(files, parent),
  });
}

/**
 * Says in a notice how the uploads ended, because each album shows its own only on its own page, which may not be open.
 */
function sayWhenDone(albums: readonly UploadTarget[]): void {
  const ids = new Set(albums.map(({ id }) => id));
  const ofThem = () => tabUploader.queue().items.filter(({ albumId }) => ids.has(albumId));
  const unsubscribe = tabUploader.subscribe(() => {
    const result = uploadsText(ofThem());
    if (result === 'busy') return;
    unsubscribe();
    if (!result) return;
    const text = `${result.text} to ${albums.length === 1 ? `“${albums[0]?.name}”` : countOf(albums.length, 'album')}.`;
    const trouble = albums.filter(({ id }) => result.troubled.has(id)).map(({ name }) => `“${name}”`);
    if (trouble.length === 0) showToast({ text });
    else showToast({ kind: 'failed', text: `${text} Not everything could be: see ${trouble.join(', ')}.` });
  });
}
