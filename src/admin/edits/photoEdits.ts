import { fetchAlbums } from '#src/shared/api/albums.ts';
import { changeAlbum, changePhoto, fetchOriginal, fetchPhotoDetails, type PhotoOf } from '#src/admin/api/curation.ts';
import { statusOf } from '#src/shared/api/http.ts';
import { presentPhoto } from '#src/admin/api/presentPhoto.ts';
import type { PhotoChanges } from '#contract/curation/schemas.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { albumWithId } from '#domain/curation/albumChoices.ts';
import { countOf } from '#domain/curation/counts.ts';
import { saveBlob } from '#src/shared/picture/saveBlob.ts';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { makeEdit } from '#src/admin/shell/libraryEdits.ts';
import { dismissToast, showToast, undoAction, withToast } from '#src/admin/shell/toasts.ts';
import { createTurns } from '#domain/timing.ts';

/** The server's state of the photos that were changed here, by album and the file name before the change. */
const changed = new Map<string, Photo>();
const inTurn = createTurns();

/**
 * Changes photos of an album and shows the change at once. Changes are sent one after another, each with the version
 * that the previous response returned, so that two quick ones do not conflict.
 */
export async function editPhotos(
  albumId: string,
  photos: readonly PhotoOf['photo'][],
  changes: PhotoChanges,
): Promise<void> {
  const filenames = new Set(photos.map(({ filename }) => filename));
  const edit = { kind: 'photos-changed', albumId, filenames, changes } as const;
  await makeEdit(edit, (token) =>
    inTurn(async () => {
      for (const photo of photos) await changeNewest(token, { albumId, photo }, changes);
    }),
  );
}

async function changeNewest(token: string, { albumId, photo }: PhotoOf, changes: PhotoChanges): Promise<void> {
  const newest = newestOf(albumId, photo);
  const note = (result: Photo) => changed.set(`${albumId}/${newest.filename}`, result);
  try {
    note(await changePhoto(token, { albumId, photo: newest, changes }));
  } catch (error) {
    // A person who has read about the conflict may overwrite the other change.
    const present = presentPhoto(error);
    if (present) note(present);
    throw error;
  }
}

/** The photo with changes that are not in the list on screen yet: a rotated photo has another name. */
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

/** Hides photos from slideshows, or shows them there again, and offers to undo it. */
export async function hidePhotos(albumId: string, photos: readonly Photo[], hidden: boolean): Promise<void> {
  const others = photos.filter((photo) => (photo.hidden ?? false) !== hidden);
  const what = countOf(others.length, 'photo');
  const hiddenText = (isHidden: boolean) =>
    isHidden ? `Hid ${what} from slideshows.` : `Slideshows show ${what} again.`;
  const hide = async (isHidden: boolean) => {
    await editPhotos(albumId, others, { hidden: isHidden });
    return hiddenText(isHidden);
  };
  await withToast(async () => ({ text: await hide(hidden), action: undoAction(() => hide(!hidden)) }), {
    failed: (why) => `${why} ${others.length === 1 ? 'The photo is as it was.' : 'Not all photos were changed.'}`,
    again: () => void hidePhotos(albumId, photos, hidden),
  });
}

type Degrees = 90 | 270;

/** Rotates selected photos, and offers to undo it. */
export async function rotatePhotos(albumId: string, photos: readonly Photo[], degrees: Degrees): Promise<void> {
  const what = countOf(photos.length, 'photo');
  const turnBy = async (by: Degrees) => {
    const notice = showToast({ text: `Rotating ${what}…`, stays: true });
    try {
      await editPhotos(albumId, photos, { rotate: by });
    } finally {
      dismissToast(notice);
    }
  };
  const back = async () => {
    await turnBy(degrees === 90 ? 270 : 90);
    return `Rotated ${what} back.`;
  };
  const act = async () => {
    await turnBy(degrees);
    return { text: `Rotated ${what}.`, action: undoAction(back) };
  };
  await withToast(act, {
    failed: (why, error) => `${why} ${photos.length === 1 ? rotationText(error) : 'Not all photos were rotated.'}`,
  });
}

/**
 * Without a response the result is unknown: the server may have rotated the photo, so the call is never repeated by
 * itself.
 */
export function rotationText(error: unknown): string {
  if (statusOf(error) !== undefined) return 'The photo was not rotated.';
  return 'Check whether the photo was rotated before you rotate it again.';
}

/** Saves the files as they were uploaded, under their own names. */
export async function downloadOriginals(albumId: string, photos: readonly Photo[]): Promise<void> {
  const left = [...photos];
  const download = async () => {
    for (let photo = left[0]; photo; photo = left[0]) {
      const of = { albumId, photo };
      const [{ originalFilename }, blob] = await Promise.all([
        adminCall((token) => fetchPhotoDetails(token, of)),
        adminCall((token) => fetchOriginal(token, of)),
      ]);
      saveBlob(blob, originalFilename);
      left.shift();
    }
  };
  const failed = (why: string) =>
    photos.length === 1
      ? `${why} The original could not be downloaded.`
      : `${why} ${countOf(left.length, 'original')} could not be downloaded.`;
  await withToast(download, { failed, again: () => void downloadOriginals(albumId, left) });
}

/** Makes a photo the cover of its album, and offers to undo it. */
export async function makeCover(
  { id, name }: Pick<Album, 'id' | 'name'>,
  { filename }: Pick<Photo, 'filename'>,
): Promise<void> {
  /** Returns the cover that somebody had chosen before. */
  const choose = (cover: string | null) =>
    makeEdit(undefined, async (token) => {
      const album = albumWithId(await fetchAlbums({ token }), id) ?? { id };
      await changeAlbum(token, { album, changes: { cover } });
      return 'coverChosen' in album ? (album.cover?.filename ?? null) : null;
    });
  const act = async () => {
    const before = await choose(filename);
    const back = async () => {
      await choose(before);
      return `“${name}” has its former cover again.`;
    };
    return { text: `This photo is the cover of “${name}”.`, action: undoAction(back) };
  };
  await withToast(act, {
    failed: (why) => `${why} The cover is as it was.`,
    again: () => void makeCover({ id, name }, { filename }),
  });
}
