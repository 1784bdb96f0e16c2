import { useRef, useState } from 'react';
import { photoLabel } from '#domain/albums/photoLabel.ts';
import { indexAfterStep } from '#domain/viewer/steps.ts';
import { ZOOM_STEP } from '#domain/viewer/zoom.ts';
import { Toasts } from '#src/ui/Toasts.tsx';
import { dismissToast, useToasts } from '../shell/toasts.ts';
import { DetailsPanel } from './details/DetailsPanel.tsx';
import styles from './PhotoViewer.module.css';
import { useKeys } from './useKeys.ts';
import { useModal } from './useModal.ts';
import { usePhotoActions } from './usePhotoActions.ts';
import { usePhotosAhead } from './picture/usePhotosAhead.ts';
import { type PictureControl, usePicture } from './picture/usePicture.ts';
import type { ViewedPhotos } from './picture/viewedPhotos.ts';
import { ViewerStage } from './picture/ViewerStage.tsx';
import { ViewerToolbar } from './ViewerToolbar.tsx';

interface Props {
  list: ViewedPhotos;
  index: number;
  mayWrite: boolean;
  onStep: (index: number) => void;
  onClose: () => void;
}

/** One photo of a list, as large as the window, with what is known of it and what can be done with it. */
export function PhotoViewer({ list, index, mayWrite, onStep, onClose }: Props) {
  const { photos, albumOf, keyOf } = list;
  const photo = photos[index];
  if (!photo) throw new Error('The viewer is open without a photo');
  const album = albumOf(photo);
  const viewed = { photo, albumId: album.id, label: photoLabel(photo, { albumName: album.name, index }) };
  const place = { index, count: photos.length };

  const dialog = useRef<HTMLDialogElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [hasDetails, setHasDetails] = useState(false);
  const toasts = useToasts();
  const picture = usePicture(stage, viewed, keyOf(photo));
  const actions = usePhotoActions(viewed);
  useModal(dialog);
  usePhotosAhead(photos, place);

  const toggleDetails = () => setHasDetails((before) => !before);
  useKeys((event) => {
    const next = picture.zoom.isZoomed ? undefined : indexAfterStep(event.key, place);
    if (next !== undefined) onStep(next);
    else if (event.key === 'Escape') onClose();
    else if (event.key === 'i') toggleDetails();
    else if (event.key === 'Delete' && mayWrite) actions.remove();
    else return pressZoomKey(event.key, picture);
    return true;
  });

  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label="Photo"
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        // Some browsers close it at the second Escape without asking.
        if (!dialog.current?.open) onClose();
      }}
    >
      <div className={`photo-viewer ${styles.dark}`}>
        <ViewerToolbar
          place={place}
          label={viewed.label}
          zoom={picture.zoom}
          actions={mayWrite ? actions : undefined}
          hasDetails={hasDetails}
          onDetails={toggleDetails}
          onClose={onClose}
        />
        <ViewerStage ref={stage} viewed={viewed} picture={picture} place={place} onStep={onStep} />
        {photo.caption !== undefined && !hasDetails && <p className={styles.caption}>{photo.caption}</p>}
      </div>
      {hasDetails && <DetailsPanel key={keyOf(photo)} viewed={viewed} mayWrite={mayWrite} onClose={toggleDetails} />}
      <Toasts toasts={toasts} onDismiss={dismissToast} />
    </dialog>
  );
}

const PAN_PX = 80;
const PANS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: PAN_PX, y: 0 },
  ArrowRight: { x: -PAN_PX, y: 0 },
  ArrowUp: { x: 0, y: PAN_PX },
  ArrowDown: { x: 0, y: -PAN_PX },
};

/** Returns whether the key has to do with the zoom. */
function pressZoomKey(key: string, { zoom }: PictureControl): boolean {
  const pan = zoom.isZoomed ? PANS[key] : undefined;
  if (key === '+' || key === '=') zoom.zoomBy(ZOOM_STEP);
  else if (key === '-') zoom.zoomBy(1 / ZOOM_STEP);
  else if (key === '0') zoom.reset();
  else if (pan) zoom.panBy(pan);
  else return false;
  return true;
}
