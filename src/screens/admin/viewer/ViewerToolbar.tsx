import type { ComponentPropsWithoutRef } from 'react';
import type { Place } from '#domain/viewer/steps.ts';
import { LARGEST_SCALE, ZOOM_STEP } from '#domain/viewer/zoom.ts';
import { Icon, type IconName } from '#src/ui/Icon.tsx';
import type { PhotoActions } from './usePhotoActions.ts';
import type { ZoomControl } from './picture/useZoom.ts';
import styles from './ViewerToolbar.module.css';

interface Props {
  place: Place;
  label: string;
  zoom: ZoomControl;
  /** Undefined for people who may only look. */
  actions: PhotoActions | undefined;
  hasDetails: boolean;
  onDetails: () => void;
  onClose: () => void;
}

export function ViewerToolbar({ place, label, zoom, actions, hasDetails, onDetails, onClose }: Props) {
  return (
    <div className={styles.bar} role="toolbar" aria-label="Photo">
      <IconButton icon="close" label="Close" onClick={onClose} />
      <p className={styles.place}>
        {(place.index + 1).toLocaleString('en')} of {place.count.toLocaleString('en')}
      </p>
      <p className={styles.announced} aria-live="polite">
        {label}, {place.index + 1} of {place.count}
      </p>
      <div className={styles.zoom}>
        <IconButton
          icon="zoomOut"
          label="Zoom out"
          disabled={!zoom.isZoomed}
          onClick={() => zoom.zoomBy(1 / ZOOM_STEP)}
        />
        <IconButton
          icon="zoomIn"
          label="Zoom in"
          disabled={zoom.zoom.scale >= LARGEST_SCALE}
          onClick={() => zoom.zoomBy(ZOOM_STEP)}
        />
      </div>
      {actions && <ActionButtons actions={actions} />}
      <IconButton icon="info" label="Details" aria-pressed={hasDetails} onClick={onDetails} />
    </div>
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

interface IconButtonProps extends ComponentPropsWithoutRef<'button'> {
  icon: IconName;
  label: string;
}

function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button type="button" className={styles.button} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
