import { useRef, useState } from 'react';
import { fetchSharedOriginal } from '#src/shared/api/shares.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { photoLabel } from '#domain/albums/thumbnails.ts';
import { indexAfterStep } from '#domain/viewer/steps.ts';
import { saveBlob } from '#src/shared/picture/saveBlob.ts';
import { IconButton } from '#src/shared/picture/IconButton.tsx';
import { ZoomButtons } from '#src/shared/picture/ZoomButtons.tsx';
import bar from '#src/shared/picture/ViewerToolbar.module.css';
import { ViewerStage } from '#src/shared/picture/ViewerStage.tsx';
import { ViewerDialog } from '#src/shared/picture/ViewerDialog.tsx';
import { usePhotosAhead } from '#src/shared/picture/usePhotosAhead.ts';
import { usePicture } from '#src/shared/picture/usePicture.ts';
import { pressZoomKey, useKeys } from '#src/shared/picture/viewerKeys.ts';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Note, Text } from '#src/shared/ui/text/Text.tsx';
import styles from './StillViewer.module.css';

interface Props {
  shareKey: string;
  album: { id: string; name: string };
  photos: readonly Photo[];
  startAt: number;
  mayDownload: boolean;
  onClose: () => void;
}

/**
 * One photo of a shared album, which stays until the visitor moves on; it can be zoomed and, where allowed, downloaded.
 */
export function StillViewer({ shareKey, album, photos, startAt, mayDownload, onClose }: Props) {
  const [index, setIndex] = useState(startAt);
  const photo = photos[Math.min(index, photos.length - 1)];
  if (!photo) throw new Error('The viewer is open without a photo');
  const viewed = { photo, albumId: album.id, label: photoLabel(photo, { albumName: album.name, index }) };
  const place = { index, count: photos.length };
  const stage = useRef<HTMLDivElement>(null);
  const picture = usePicture(stage, viewed, { key: photo.filename });
  const { zoom } = picture;
  usePhotosAhead(photos, place);
  useKeys((event) => {
    const next = zoom.isZoomed ? undefined : indexAfterStep(event.key, place);
    if (next !== undefined) setIndex(next);
    else if (event.key === 'Escape') onClose();
    else return pressZoomKey(event.key, picture);
    return true;
  });
  return (
    <ViewerDialog onClose={onClose}>
      <div className={`photo-viewer ${styles.viewer}`}>
        <Row gap={1} wrap={false} className={bar.bar} role="toolbar" aria-label="Photo">
          <IconButton icon="close" label="Close" onClick={onClose} />
          <Note digits className={styles.position} aria-live="polite">
            {(index + 1).toLocaleString('en')} of {place.count.toLocaleString('en')}
          </Note>
          <ZoomButtons zoom={zoom} />
          {mayDownload && <DownloadButton key={photo.filename} shareKey={shareKey} photo={photo} />}
        </Row>
        <ViewerStage ref={stage} viewed={viewed} picture={picture} place={place} onStep={setIndex} />
        {photo.caption !== undefined && (
          <Text size="s" className={styles.caption} dir="auto">
            {photo.caption}
          </Text>
        )}
      </div>
    </ViewerDialog>
  );
}

const LABELS = { idle: 'Download original', busy: 'Downloading…', failed: 'The download failed: try again' } as const;

function DownloadButton({ shareKey, photo }: { shareKey: string; photo: Photo }) {
  const [state, setState] = useState<keyof typeof LABELS>('idle');
  const download = async () => {
    setState('busy');
    try {
      const { blob, filename } = await fetchSharedOriginal(shareKey, photo.filename);
      saveBlob(blob, filename);
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return (
    <IconButton icon="download" label={LABELS[state]} disabled={state === 'busy'} onClick={() => void download()} />
  );
}
