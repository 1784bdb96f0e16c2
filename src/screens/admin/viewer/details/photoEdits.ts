import { changePhoto, type PhotoOf } from '#src/api/curation.ts';
import { presentPhoto } from '#src/api/presentPhoto.ts';
import type { PhotoChanges } from '#contract/schemas/curation.ts';
import type { Photo } from '#contract/schemas/photos.ts';
import { makeEdit } from '../../shell/libraryEdits.ts';

/** The server's state of the photos that were changed here, by album and the file name before the change. */
const changed = new Map<string, Photo>();
let turn: Promise<unknown> = Promise.resolve();

/**
 * Changes a photo and shows the change at once. Changes are sent one after another, each with the version that the
 * previous response returned, so that two quick ones do not conflict.
 */
export async function editPhoto({ albumId, photo }: PhotoOf, changes: PhotoChanges): Promise<void> {
  const edit = { kind: 'photo-changed', albumId, filename: photo.filename, changes } as const;
  await makeEdit(edit, (token) => {
    const before = turn;
    const call = async () => {
      await before;
      const newest = newestOf(albumId, photo);
      const note = (result: Photo) => changed.set(`${albumId}/${newest.filename}`, result);
      try {
        const result = await changePhoto(token, { albumId, photo: newest, changes });
        note(result);
        return result;
      } catch (error) {
        // A person who has read about the conflict may overwrite.
        const present = presentPhoto(error);
        if (present) note(present);
        throw error;
      }
    };
    const result = call();
    turn = result.catch(() => undefined);
    return result;
  });
}

/** Follows the changes that the list on the screen does not have yet: a turned photo has another name. */
function newestOf(albumId: string, photo: PhotoOf['photo']): PhotoOf['photo'] {
  let newest = photo;
  for (;;) {
    const next = changed.get(`${albumId}/${newest.filename}`);
    if (!next || versionOf(next) <= versionOf(newest)) return newest;
    newest = next;
  }
}

function versionOf({ version = 0 }: PhotoOf['photo']): number {
  return version;
}
