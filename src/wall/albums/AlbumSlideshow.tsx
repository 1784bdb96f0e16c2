import { useEffect, useState } from 'react';
import { imageUrl } from '#src/shared/api/imageUrls.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { removeFirstFrame } from '#src/shared/device/firstFrame.ts';
import { idleForMs } from '#src/shared/device/lastInput.ts';
import { rememberPosition, type SlideshowPosition } from '#src/shared/device/slideshowPosition.ts';
import { applyBetweenSlides, holdUpdatesForSlideshow } from '#src/shared/offline/applyUpdates.ts';
import { photoOnScreen } from '#src/shared/tablet/slideshowControl.ts';
import { useTabletSettings } from '#src/shared/tablet/settings.ts';
import { WallMessage } from '#src/wall/bars/WallMessage.tsx';
import { Slideshow } from '#src/shared/slideshow/Slideshow.tsx';
import { Corners } from '#src/wall/bars/Corners.tsx';
import { ServerMark } from '#src/wall/bars/ServerMark.tsx';
import { SLIDE_LAYERS } from '#src/wall/slideLayers.ts';
import { NothingStored } from './NothingStored.tsx';

const LAYERS = Object.values(SLIDE_LAYERS);

interface Props {
  album: Pick<Album, 'name' | 'slug'>;
  photos: readonly Photo[];
  startAt: number;
  /** The position at which an earlier slideshow continues; undefined for one that a person opened. */
  resumedAt: SlideshowPosition | undefined;
  /** Whether it began without a person: at the start of the page, after a reload, or by a command. */
  startsByItself: boolean;
  /** Whether it shows the photos of this album alone, for a person. */
  isOwn: boolean;
  onClose: () => void;
}

/** The slideshow of an album: it remembers its position, and lets updates be applied between two slides. */
export function AlbumSlideshow({ album, photos, startAt, resumedAt, startsByItself, isOwn, onClose }: Props) {
  const settings = useTabletSettings();
  const [hasShown, setHasShown] = useState(false);
  useEffect(() => holdUpdatesForSlideshow(), []);
  useEffect(() => () => photoOnScreen.set(undefined), []);
  return (
    <Slideshow
      photos={photos}
      title={album.name}
      beginsWith={isOwn || resumedAt ? photos[startAt] : undefined}
      seed={resumedAt?.seed}
      isInAlbumOrder={isOwn}
      startsByItself={startsByItself}
      onClose={onClose}
      onSlideShown={(photo, seed) => {
        removeFirstFrame();
        setHasShown(true);
        photoOnScreen.set(photo);
        const { albumSlug, filename } = photo;
        rememberPosition(album.slug, { albumSlug, filename, imageUrl: imageUrl(photo, 'medium'), seed });
      }}
      onBetweenSlides={() => applyBetweenSlides(idleForMs)}
      layers={LAYERS}
      corner={
        <>
          {!hasShown && <NothingStored photos={photos} />}
          <ServerMark />
          <Corners />
          <WallMessage isRaised={settings.caption || settings.date || settings.clockOverlay} />
        </>
      }
    />
  );
}
