import { useEffect } from 'react';
import { imageUrl } from '../../../api/imageUrls.ts';
import type { Album, Photo } from '../../../contract/entities.ts';
import { removeFirstFrame } from '../../../boot/firstFrame/handover.ts';
import { rememberPosition } from '../../../device/slideshowPosition.ts';
import { betweenTwoSlides, holdUpdatesForSlideshow } from '../../../offline/updates.ts';
import { Slideshow } from '../slideshow/Slideshow.tsx';
import { OfflineMark } from '../frame/OfflineMark.tsx';

interface Props {
  album: Album;
  photos: readonly Photo[];
  startAt: number;
  onClose: () => void;
}

/** The slideshow of an album: remembers where it stands, and gives updates their moment. */
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
      onBetweenSlides={betweenTwoSlides}
      corner={<OfflineMark />}
    />
  );
}
