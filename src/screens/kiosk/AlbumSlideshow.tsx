import { useEffect } from 'react';
import type { Album, Photo } from '../../contract/entities.ts';
import { rememberPosition } from '../../offline/slideshowPosition.ts';
import { betweenTwoSlides, holdUpdatesForSlideshow } from '../../offline/updates.ts';
import { Slideshow } from '../slideshow/Slideshow.tsx';
import { OfflineMark } from './OfflineMark.tsx';

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
      onSlideShown={({ albumSlug, filename }) => void rememberPosition(album.slug, { albumSlug, filename })}
      onBetweenSlides={betweenTwoSlides}
      corner={<OfflineMark />}
    />
  );
}
