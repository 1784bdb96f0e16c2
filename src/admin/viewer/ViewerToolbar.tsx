import { useState } from 'react';
import type { Photo, Album } from '#contract/photos/schemas.ts';
import { albumWithId } from '#domain/curation/albumChoices.ts';
import { MESSAGES } from '#domain/messages.ts';
import type { Place } from '#domain/viewer/steps.ts';
import { Dialog } from '#src/shared/ui/Dialog.tsx';
import { Menu } from '#src/shared/ui/choices/Menu.tsx';
import { downloadOriginals, editPhotos, makeCover, rotationText } from '#src/admin/edits/photoEdits.ts';
import { useAlbums } from '#src/admin/edits/useAlbums.ts';
import { MoveDialog } from '#src/admin/edits/MoveDialog.tsx';
import { deleteWithUndo } from '#src/admin/shell/libraryEdits.ts';
import { LoadFailureMessage } from '#src/admin/shell/LoadFailureMessage.tsx';
import type { ViewedPhoto } from '#src/shared/picture/viewedPhotos.ts';
import { withToast } from '#src/admin/shell/toasts.ts';
import { Filled } from '#src/admin/shell/Filled.tsx';
import { viewerButtons } from './slots.ts';
import type { ZoomControl } from '#src/shared/picture/usePicture.ts';
import { IconButton } from '#src/shared/picture/IconButton.tsx';
import { ZoomButtons } from '#src/shared/picture/ZoomButtons.tsx';
import styles from '#src/shared/picture/ViewerToolbar.module.css';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';
import { SpokenOnly } from '#src/shared/ui/text/SpokenOnly.tsx';

interface Props {
  place: Place;
  label: string;
  zoom: ZoomControl;
  /** Undefined for people who may only look. */
  actions: PhotoActions | undefined;
  viewed: ViewedPhoto;
  /** The photos of its album, as far as they are shown. */
  all: readonly Photo[];
  hasDetails: boolean;
  onDetails: () => void;
  onClose: () => void;
}

export function ViewerToolbar(props: Props) {
  const { place, label, zoom, actions, viewed, all, hasDetails, onDetails, onClose } = props;
  return (
    <Row gap={1} wrap={false} className={styles.bar} role="toolbar" aria-label="Photo">
      <IconButton icon="close" label="Close" onClick={onClose} />
      <Note digits className={styles.place}>
        {(place.index + 1).toLocaleString('en')} of {place.count.toLocaleString('en')}
      </Note>
      <SpokenOnly as="p" aria-live="polite">
        {label}, {place.index + 1} of {place.count}
      </SpokenOnly>
      <ZoomButtons zoom={zoom} />
      <Filled slot={viewerButtons} viewed={viewed} />
      {actions && <ActionButtons actions={actions} />}
      <IconButton icon="info" label="Details" aria-pressed={hasDetails} onClick={onDetails} />
      {actions && <MoreActions {...{ actions, viewed, all }} />}
    </Row>
  );
}

function MoreActions({ actions, viewed, all }: Pick<Props, 'viewed' | 'all'> & { actions: PhotoActions }) {
  const [isMoving, setIsMoving] = useState(false);
  const items = [
    { label: 'Move…', onSelect: () => setIsMoving(true) },
    { label: 'Use as cover', onSelect: actions.makeCover },
    // A phone's bar has no room for these buttons.
    { label: 'Rotate left', onSelect: () => actions.rotate(270) },
    { label: 'Rotate right', onSelect: () => actions.rotate(90) },
  ];
  return (
    <>
      <Menu label="More actions" items={items} />
      {isMoving && <MovePhoto {...{ viewed, all }} onClose={() => setIsMoving(false)} />}
    </>
  );
}

/** The dialog appears when the albums are loaded. */
function MovePhoto({ viewed: { photo, albumId }, all, onClose }: Pick<Props, 'viewed' | 'all' | 'onClose'>) {
  const load = useAlbums();
  const album = albumWithId(load.data ?? [], albumId);
  if (load.failure) {
    return (
      <Dialog title="Move…" onClose={onClose}>
        <LoadFailureMessage text={MESSAGES.albumsFailed} load={load} />
      </Dialog>
    );
  }
  if (!load.data || !album) return null;
  const move = { album, albums: load.data, photos: [photo], all };
  return <MoveDialog action="Move" {...move} onMove={() => undefined} onClose={onClose} />;
}

function ActionButtons({ actions }: { actions: PhotoActions }) {
  return (
    <>
      <div className={styles.roomy}>
        <IconButton icon="rotateLeft" label="Rotate left" onClick={() => actions.rotate(270)} />
        <IconButton icon="rotateRight" label="Rotate right" onClick={() => actions.rotate(90)} />
      </div>
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

interface PhotoActions {
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
