import { LARGEST_SCALE, ZOOM_STEP } from '#domain/viewer/zoom.ts';
import { IconButton } from './IconButton.tsx';
import type { ZoomControl } from './usePicture.ts';
import styles from './ViewerToolbar.module.css';

export function ZoomButtons({ zoom }: { zoom: ZoomControl }) {
  return (
    <div className={styles.roomy}>
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
  );
}
