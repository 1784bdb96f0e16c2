import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { crossOriginFor } from '#src/ui/photoGrid/photoImage.ts';
import type { Photo } from '#contract/schemas/photos.ts';
import { imageUrl } from '#src/api/imageUrls.ts';
import { photoLabel } from '#domain/albums/photoLabel.ts';
import { indexAfterStep, photosAhead, type Place } from '#domain/viewer/steps.ts';
import { ZOOM_STEP } from '#domain/viewer/zoom.ts';
import { Toasts } from '#src/ui/Toasts.tsx';
import { dismissToast, useToasts } from '../shell/toasts.ts';
import { DetailsPanel } from './details/DetailsPanel.tsx';
import styles from './PhotoViewer.module.css';
import { usePhotoActions } from './usePhotoActions.ts';
import { type PictureControl, usePicture } from './picture/usePicture.ts';
import type { ViewedPhotos } from './picture/viewedPhotos.ts';
import { ViewerStage } from './picture/ViewerStage.tsx';
import { ViewerToolbar } from './ViewerToolbar.tsx';

/** Elements in which these keys have another meaning. */
const FIELDS = 'textarea, input:not([type=checkbox])';

/**
 * Keys anywhere on the page: a button that has just been pressed and removed leaves the focus with no element at all.
 *
 * @param press Returns whether the key meant something.
 */
function useKeys(press: (event: KeyboardEvent) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(FIELDS)) return;
    if (press(event)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

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
        {!hasDetails && <Caption text={photo.caption} />}
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

/** Loads the photos that somebody may look at next. */
function usePhotosAhead(photos: readonly Photo[], { index, count }: Place): void {
  const images = useRef<HTMLImageElement[]>([]);
  useEffect(() => {
    const wanted = photosAhead({ index, count }).flatMap((at) => photos[at] ?? []);
    images.current = wanted.map((photo) => {
      const src = imageUrl(photo, 'medium');
      const known = images.current.find((image) => image.getAttribute('src') === src);
      if (known) return known;
      const image = new Image();
      image.crossOrigin = crossOriginFor(src) ?? null;
      image.src = src;
      return image;
    });
  }, [photos, index, count]);
}

/**
 * Shows the dialog as the platform's modal: the rest of the page is inert, and the focus stays inside. At first the
 * focus is on the dialog itself, so that Space and Enter press no button by accident.
 */
function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.focus();
    // A dialog that is removed while it is open keeps the focus from returning to the page.
    return () => element?.close();
  }, [dialog]);
}

function Caption({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className={styles.caption} dir="auto">
      {text}
    </p>
  );
}
