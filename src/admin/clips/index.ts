import { addButtons, tileMarks } from '#src/admin/photos/slots.ts';
import { shownFields } from '#src/admin/tablets/slots.ts';
import { pictureLayers, viewerButtons } from '#src/admin/viewer/slots.ts';
import { AddVideosButton } from './AddVideosButton.tsx';
import { ClipDownload } from './ClipDownload.tsx';
import { ClipField } from './ClipField.tsx';
import { ClipMark } from './ClipMark.tsx';
import { ClipOnPicture } from './ClipOnPicture.tsx';

/** Adds the clips of photos to the pages of the administration. */
export function clips(): void {
  addButtons.push(AddVideosButton);
  tileMarks.push(ClipMark);
  pictureLayers.push(ClipOnPicture);
  viewerButtons.push(ClipDownload);
  shownFields.push(ClipField);
}
