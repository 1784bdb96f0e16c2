import { useElementScrollRestoration } from '@tanstack/react-router';
import { useEffect } from 'react';
import { imageUrl } from '../../../api/imageUrls.ts';
import { albumRendered } from '../../../device/firstFrame.ts';
import type { Photo } from '../../../contract/entities.ts';
import { photoLabel } from '../../../domain/albums/photoLabel.ts';
import { thumbnailRetryMs } from '../../../domain/albums/thumbnailRetry.ts';
import { minThumbnailPx } from '../../../domain/albums/thumbnailWidth.ts';
import { MESSAGES } from '../../../domain/messages.ts';
import type { Watched } from '../../../state/useRemoteResource.ts';
import { columnsThatFit } from '../../../ui/photoGrid/gridGeometry.ts';
import { type GridPhoto, PhotoGrid } from '../../../ui/photoGrid/PhotoGrid.tsx';
import { useScrollPlace } from '../../../ui/photoGrid/useScrollPlace.ts';
import { EmptyNotice, ErrorNotice, LoadingNotice } from '../frame/KioskNotice.tsx';

interface Props {
  albumName: string;
  photos: Watched<Photo[]>;
  onOpen: (index: number) => void;
  suspended: boolean;
}

function columnsFor(width: number): number {
  return columnsThatFit(width, minThumbnailPx(width));
}

function tileOf(photo: Photo, place: { albumName: string; index: number }): GridPhoto {
  return {
    key: `${photo.albumSlug}/${photo.filename}`,
    src: imageUrl(photo, 'thumbnail'),
    label: photoLabel(photo, place),
    retryDelayMs: thumbnailRetryMs,
  };
}

/** The thumbnails of an album, or why there are none. */
export function AlbumPhotos({ albumName, photos, onOpen, suspended }: Props) {
  useScrollPlace(useElementScrollRestoration({ getElement: () => window })?.scrollY);
  const count = photos.status === 'loaded' ? photos.value.length : 0;
  const isKnown = photos.status !== 'loading';
  useEffect(() => {
    if (isKnown) albumRendered(count);
  }, [isKnown, count]);
  if (photos.status === 'failed') return <ErrorNotice text={MESSAGES.photosFailed} onRetry={photos.retry} />;
  if (photos.status !== 'loaded') return <LoadingNotice text={MESSAGES.loadingPhotos} />;
  if (photos.value.length === 0) return <EmptyNotice text={MESSAGES.noPhotos} />;
  return (
    <PhotoGrid
      photos={photos.value}
      tileOf={(photo, index) => tileOf(photo, { albumName, index })}
      label="Photos"
      onOpen={onOpen}
      columnsFor={columnsFor}
      suspended={suspended}
    />
  );
}
