import { useState } from 'react';
import { fetchOriginal, fetchPhotoDetails, type PhotoOf } from '#src/api/curation.ts';
import { statusOf } from '#src/api/http.ts';
import { saveBlob } from '../../picture/saveBlob.ts';
import { adminCall } from '../session/adminCall.ts';
import { deleteWithUndo } from '../shell/deletion.ts';
import { withToast } from '../shell/toasts.ts';
import { editPhoto } from './details/photoEdits.ts';
import type { ViewedPhoto } from '../../picture/viewedPhotos.ts';

/** Saves the file as it was uploaded, under its own name.  */
async function downloadOriginal(of: PhotoOf): Promise<void> {
  const [{ originalFilename }, blob] = await Promise.all([
    adminCall((token) => fetchPhotoDetails(token, of)),
    adminCall((token) => fetchOriginal(token, of)),
  ]);
  saveBlob(blob, originalFilename);
}

export interface PhotoActions {
  rotate: (degrees: 90 | 270) => void;
  remove: () => void;
  download: () => void;
  isDownloading: boolean;
}

/** The actions on the shown photo for people who may write. A notice reports a failure. */
export function usePhotoActions({ photo, albumId }: ViewedPhoto): PhotoActions {
  const [isDownloading, setIsDownloading] = useState(false);
  const of = { albumId, photo };
  const rotate = (degrees: 90 | 270) =>
    withToast(() => editPhoto(of, { rotate: degrees }), { failed: (why, error) => `${why} ${rotationText(error)}` });
  const download = async () => {
    setIsDownloading(true);
    await withToast(() => downloadOriginal(of), { failed: (why) => `${why} The original could not be downloaded.` });
    setIsDownloading(false);
  };
  return {
    rotate: (degrees) => void rotate(degrees),
    remove: () => void deleteWithUndo({ id: albumId }, [photo]),
    download: () => void download(),
    isDownloading,
  };
}

/**
 * Without a response the result is unknown: the server may have rotated the photo, so the call is never repeated by
 * itself.
 */
function rotationText(error: unknown): string {
  if (statusOf(error) !== undefined) return 'The photo was not rotated.';
  return 'Look whether the photo was rotated before you rotate it again.';
}
