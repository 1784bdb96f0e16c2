import { useState } from 'react';
import { mayPass } from '#domain/access/permissions.ts';
import type { Place } from '#domain/viewer/steps.ts';
import { useStoredUser } from '#src/session/storedUser.ts';
import type { ViewedPhoto } from '../../picture/viewedPhotos.ts';
import { ShowOnDialog } from './ShowOnDialog.tsx';
import type { PhotoActions } from './usePhotoActions.ts';
import type { ZoomControl } from '../../picture/useZoom.ts';
import { IconButton } from '../../picture/IconButton.tsx';
import { ZoomButtons } from '../../picture/ZoomButtons.tsx';
import styles from '../../picture/ViewerToolbar.module.css';
import shapes from '#src/ui/shapes.module.css';

interface Props {
  place: Place;
  label: string;
  zoom: ZoomControl;
  /** Undefined for people who may only look. */
  actions: PhotoActions | undefined;
  viewed: ViewedPhoto;
  hasDetails: boolean;
  onDetails: () => void;
  onClose: () => void;
}

export function ViewerToolbar({ place, label, zoom, actions, viewed, hasDetails, onDetails, onClose }: Props) {
  return (
    <div className={styles.bar} role="toolbar" aria-label="Photo">
      <IconButton icon="close" label="Close" onClick={onClose} />
      <p className={`${shapes.note} ${shapes.digits} ${styles.place}`}>
        {(place.index + 1).toLocaleString('en')} of {place.count.toLocaleString('en')}
      </p>
      <p className={shapes.spoken} aria-live="polite">
        {label}, {place.index + 1} of {place.count}
      </p>
      <ZoomButtons zoom={zoom} />
      <ShowOnButton viewed={viewed} />
      {actions && <ActionButtons actions={actions} />}
      <IconButton icon="info" label="Details" aria-pressed={hasDetails} onClick={onDetails} />
    </div>
  );
}

/** For people who may command tablets. */
function ShowOnButton({ viewed }: { viewed: ViewedPhoto }) {
  const [isChoosing, setIsChoosing] = useState(false);
  if (!mayPass(useStoredUser()?.permissions ?? [], ['admin'])) return null;
  return (
    <>
      <IconButton icon="tablet" label="Show on…" onClick={() => setIsChoosing(true)} />
      {isChoosing && <ShowOnDialog viewed={viewed} onClose={() => setIsChoosing(false)} />}
    </>
  );
}

function ActionButtons({ actions }: { actions: PhotoActions }) {
  return (
    <>
      <IconButton icon="rotateLeft" label="Rotate left" onClick={() => actions.rotate(270)} />
      <IconButton icon="rotateRight" label="Rotate right" onClick={() => actions.rotate(90)} />
      <IconButton
        icon="download"
        label={actions.isDownloading ? 'Downloading…' : 'Download original'}
        disabled={actions.isDownloading}
        onClick={actions.download}
      />
      <IconButton icon="trash" label="Delete" onClick={actions.remove} />
    </>
  );
}
