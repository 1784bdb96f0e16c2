import { useState } from 'react';
import type { Album } from '#contract/schemas/photos.ts';
import type { UploadFile } from '../stored/newDrop.ts';
import { uploadFolders } from './uploadFolders.ts';

type Upload = (files: UploadFile[] | undefined) => void;

/** Holds what was dropped until it has been said where folders go. Files without folders go straight to the upload. */
export function useDroppedFolders(album: Album | undefined, upload: Upload) {
  const [dropped, setDropped] = useState<UploadFile[]>();
  const take: Upload = (files) => {
    if (files?.some(({ path }) => path.length > 0)) setDropped(files);
    else upload(files);
  };
  const answers = {
    onCancel: () => setDropped(undefined),
    onAlbums: () => {
      setDropped(undefined);
      if (dropped) void uploadFolders(dropped, album);
    },
    onHere: () => {
      setDropped(undefined);
      upload(dropped);
    },
  };
  return { take, dropped, answers };
}
