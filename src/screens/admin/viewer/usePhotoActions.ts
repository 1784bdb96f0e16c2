import { useState } from 'react';
import type { Album } from '#contract/schemas/photos.ts';
import type { ViewedPhoto } from '../../picture/viewedPhotos.ts';
import { downloadOriginals, editPhotos, makeCover, rotationText } from '../edits/photoEdits.ts';
import { deleteWithUndo } from '../shell/deletion.ts';
import { withToast } from '../shell/toasts.ts';

export interface PhotoActions {
  rotate: (degrees: 90 | 270) => void;
  remove: () => void;
  download: () => void;
  isDownloading: boolean;
  makeCover: () => void;
}

/** The actions on the shown photo for people who may write. A notice reports a failure. */
export function usePhotoActions({ photo }: ViewedPhoto, album: Pick<Album, 'id' | 'name'>): PhotoActions {
  const [isDownloading, setIsDownloading] = useState(false);
  const rotate = (degrees: 90 | 270) =>
    withToast(() => editPhotos(album.id, [photo], { rotate: degrees }), {
      failed: (why, error) => `${why} ${rotationText(error)}`,
    });
  const download = async () => {
    setIsDownloading(true);
    await downloadOriginals(album.id, [photo]);
    setIsDownloading(false);
  };
  return {
    rotate: (degrees) => void rotate(degrees),
    remove: () => void deleteWithUndo(album, [photo]),
    download: () => void download(),
    isDownloading,
    makeCover: () => void makeCover(album, photo),
  };
}
