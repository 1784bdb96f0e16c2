import { useState } from 'react';
import { statusOf } from '#src/api/http.ts';
import { deleteWithUndo } from '../shell/deletion.ts';
import { failureText } from '../shell/failureText.ts';
import { showToast } from '../shell/toasts.ts';
import { downloadOriginal } from './details/downloadOriginal.ts';
import { editPhoto } from './details/photoEdits.ts';
import type { ViewedPhoto } from './picture/viewedPhotos.ts';

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
  const rotate = async (degrees: 90 | 270) => {
    try {
      await editPhoto(of, { rotate: degrees });
    } catch (error) {
      showToast({ kind: 'failed', text: `${failureText(error)} ${rotationText(error)}` });
    }
  };
  const download = async () => {
    setIsDownloading(true);
    try {
      await downloadOriginal(of);
    } catch (error) {
      showToast({ kind: 'failed', text: `${failureText(error)} The original could not be downloaded.` });
    }
    setIsDownloading(false);
  };
  return {
    rotate: (degrees) => void rotate(degrees),
    remove: () => void deleteWithUndo({ id: albumId }, [photo]),
    download: () => void download(),
    isDownloading,
  };
}

/** Without a response nobody knows: it may have been lost after the rotation, which is never done twice by itself. */
function rotationText(error: unknown): string {
  if (statusOf(error) !== undefined) return 'The photo was not rotated.';
  return 'Look whether the photo was rotated before you rotate it again.';
}
