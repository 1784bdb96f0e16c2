import { useEffect } from 'react';
import { imageUrl } from '../../../api/imageUrls.ts';
import type { Album, Photo } from '../../../contract/entities.ts';
import { removeFirstFrame } from '../../../device/firstFrame.ts';
import { idleForMs } from '../../../device/lastInput.ts';
import { rememberPosition } from '../../../device/slideshowPosition.ts';
import { applyBetweenSlides, holdUpdatesForSlideshow } from '../../../offline/applyUpdates.ts';
import { Slideshow } from '../slideshow/Slideshow.tsx';
import { ServerMark } from '../frame/ServerMark.tsx';

interface Props {
  album: Album;
  photos: readonly Photo[];
  startAt: number;
  onClose: () => void;
}

/** The slideshow of an album: it remembers its position, and lets updates be applied between two slides. */
export function AlbumSlideshow({ album, photos, startAt, onClose }: Props) {
  useEffect(() => holdUpdatesForSlideshow(), []);
  return (
    <Slideshow
      photos={photos}
      title={album.name}
      startAt={startAt}
      onClose={onClose}
      onSlideShown={(photo) => {
        removeFirstFrame();
        rememberPosition(album.slug, { ...photo, imageUrl: imageUrl(photo, 'medium') });
      }}
      onBetweenSlides={() => applyBetweenSlides(idleForMs)}
      corner={<ServerMark />}
    />
  );
}
