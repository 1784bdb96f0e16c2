import { clipNameOf } from '#contract/clips/clips.ts';
import { withToast } from '#src/admin/shell/toasts.ts';
import { clipUrl } from '#src/shared/clips/clipUrl.ts';
import { IconButton } from '#src/shared/picture/IconButton.tsx';
import { saveBlob } from '#src/shared/picture/saveBlob.ts';
import type { ViewedPhoto } from '#src/shared/picture/viewedPhotos.ts';

/** Saves the clip of the shown photo; the download beside it saves the still. */
export function ClipDownload({ viewed: { photo } }: { viewed: ViewedPhoto }) {
  if (!photo.clip) return null;
  const save = async () => {
    const response = await fetch(clipUrl(photo));
    if (!response.ok) throw new Error(`The clip did not come: ${response.status}`);
    saveBlob(await response.blob(), clipNameOf(photo.filename));
  };
  return (
    <IconButton
      icon="film"
      label="Download the clip"
      onClick={() => void withToast(save, { failed: () => 'The clip could not be downloaded.' })}
    />
  );
}
