import { useRef, useState } from 'react';
import { pendingTurn } from '#domain/curation/pendingEdits.ts';
import { photoLabel } from '#domain/albums/thumbnails.ts';
import { indexAfterStep } from '#domain/viewer/steps.ts';
import { Toasts } from '#src/shared/ui/Toasts.tsx';
import { usePendingEdits } from '#src/admin/shell/libraryEdits.ts';
import { Filled } from '#src/admin/shell/Filled.tsx';
import { dismissToast, holdToasts, useToasts } from '#src/admin/shell/toasts.ts';
import { DetailsPanel } from './details/DetailsPanel.tsx';
import { FocusAim, FocusBar } from './FocusAim.tsx';
import { pictureLayers } from './slots.ts';
import { usePhotoActions, ViewerToolbar } from './ViewerToolbar.tsx';
import { ViewerDialog } from '#src/shared/picture/ViewerDialog.tsx';
import { usePhotosAhead } from '#src/shared/picture/usePhotosAhead.ts';
import { usePicture } from '#src/shared/picture/usePicture.ts';
import { pressZoomKey, useKeys } from '#src/shared/picture/viewerKeys.ts';
import type { ViewedPhotos } from '#src/shared/picture/viewedPhotos.ts';
import { ViewerStage } from '#src/shared/picture/ViewerStage.tsx';
import { Text } from '#src/shared/ui/text/Text.tsx';
import styles from './PhotoViewer.module.css';

interface Props {
  list: ViewedPhotos;
  index: number;
  mayWrite: boolean;
  onStep: (index: number) => void;
  onClose: () => void;
}

/** One photo of a list, as large as the window, with its details and actions. */
export function PhotoViewer({ list, index, mayWrite, onStep, onClose }: Props) {
  const { photos, albumOf, keyOf } = list;
  const photo = photos[index];
  if (!photo) throw new Error('The viewer is open without a photo');
  const album = albumOf(photo);
  const viewed = { photo, albumId: album.id, label: photoLabel(photo, { albumName: album.name, index }) };
  const place = { index, count: photos.length };

  const stage = useRef<HTMLDivElement>(null);
  const toasts = useToasts();
  const turn = pendingTurn(usePendingEdits(), album.id, photo.filename);
  const picture = usePicture(stage, viewed, { key: keyOf(photo), turn });
  const actions = usePhotoActions(viewed, album);
  usePhotosAhead(photos, place);

  const { hasDetails, toggleDetails, isAiming, beginAiming, endAiming } = usePanels(picture.zoom.reset);
  useKeys((event) => {
    const next = picture.zoom.isZoomed ? undefined : indexAfterStep(event.key, place);
    if (next !== undefined) onStep(next);
    else if (event.key === 'Escape') (isAiming ? endAiming : onClose)();
    else if (event.key === 'i') toggleDetails();
    else if (event.key === 'Delete' && mayWrite) actions.remove();
    else return pressZoomKey(event.key, picture);
    return true;
  });

  return (
    <ViewerDialog onClose={onClose}>
      <div className={`photo-viewer ${styles.stage}`}>
        <ViewerToolbar
          place={place}
          label={viewed.label}
          zoom={picture.zoom}
          actions={mayWrite ? actions : undefined}
          viewed={viewed}
          all={photos.filter((one) => one.albumSlug === photo.albumSlug)}
          hasDetails={hasDetails}
          onDetails={toggleDetails}
          onClose={onClose}
        />
        <ViewerStage
          ref={stage}
          {...{ viewed, picture, place, onStep }}
          layers={!isAiming && <Filled key={keyOf(photo)} slot={pictureLayers} viewed={viewed} />}
        >
          {isAiming && picture.size && picture.turn === 0 && (
            <FocusAim key={keyOf(photo)} viewed={viewed} size={picture.size} />
          )}
        </ViewerStage>
        {isAiming && <FocusBar viewed={viewed} onDone={endAiming} />}
        {!hasDetails && !isAiming && <Caption text={photo.caption} />}
      </div>
      {hasDetails && (
        <DetailsPanel key={keyOf(photo)} {...{ viewed, mayWrite }} onClose={toggleDetails} onAim={beginAiming} />
      )}
      <Toasts toasts={toasts} onDismiss={dismissToast} onHold={holdToasts} />
    </ViewerDialog>
  );
}

/** The details beside the picture, or the point on it that is aimed at: never both. */
function usePanels(resetZoom: () => void) {
  const [hasDetails, setHasDetails] = useState(false);
  const [isAiming, setIsAiming] = useState(false);
  return {
    hasDetails,
    toggleDetails: () => setHasDetails((before) => !before),
    isAiming,
    beginAiming: () => {
      setHasDetails(false);
      resetZoom();
      setIsAiming(true);
    },
    endAiming: () => setIsAiming(false),
  };
}

function Caption({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <Text size="s" className={styles.caption} dir="auto">
      {text}
    </Text>
  );
}
