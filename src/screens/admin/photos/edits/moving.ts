import { movePhotos } from '../../../../api/curation.ts';
import type { Album, Photo } from '../../../../contract/entities.ts';
import { everyBatch } from '../../../../domain/curation/batches.ts';
import { countOf } from '../../../../domain/curation/counts.ts';
import { showToast } from '../../frame/toasts.ts';
import { failureText } from './failureText.ts';
import { makeEdit } from './libraryEdits.ts';

interface Move {
  from: Pick<Album, 'id'>;
  to: Pick<Album, 'id' | 'name'>;
  photos: readonly Pick<Photo, 'filename'>[];
}

/** Puts photos into another album. They go from the first one at once, and come back when the server refuses. */
export async function moveToAlbum({ from, to, photos }: Move): Promise<void> {
  const filenames = photos.map(({ filename }) => filename);
  const what = countOf(filenames.length, 'photo');
  try {
    const edit = { kind: 'photos-gone', albumId: from.id, filenames: new Set(filenames) } as const;
    await makeEdit(edit, (token) => send(token, { from, to, filenames }));
    showToast({ text: `Moved ${what} to “${to.name}”.` });
  } catch (error) {
    const text = `${failureText(error)} ${what} could not be moved.`;
    const run = () => void moveToAlbum({ from, to, photos });
    showToast({ kind: 'failed', text, action: { label: 'Try again', run } });
  }
}

/** The photos stay in the first album too. */
export async function copyToAlbum({ from, to, photos }: Move): Promise<void> {
  const filenames = photos.map(({ filename }) => filename);
  const what = countOf(filenames.length, 'photo');
  try {
    await makeEdit(undefined, (token) => send(token, { from, to, filenames, copy: true }));
    showToast({ text: `Copied ${what} to “${to.name}”.` });
  } catch (error) {
    const text = `${failureText(error)} ${what} could not be copied.`;
    const run = () => void copyToAlbum({ from, to, photos });
    showToast({ kind: 'failed', text, action: { label: 'Try again', run } });
  }
}

interface Request extends Omit<Move, 'photos'> {
  filenames: readonly string[];
  copy?: true;
}

function send(token: string, { from, to, filenames, copy }: Request) {
  const call = (batch: string[]) =>
    movePhotos(token, from.id, { filenames: batch, toAlbumId: to.id, ...(copy ? { copy } : {}) });
  return everyBatch(filenames, call);
}
