import { useElementScrollRestoration } from '@tanstack/react-router';
import { useEffect } from 'react';
import { imageUrl } from '#src/shared/api/imageUrls.ts';
import { albumRendered } from '#src/shared/device/firstFrame.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { photoLabel, thumbnailRetryMs } from '#domain/albums/thumbnails.ts';
import { cutPosition } from '#domain/photoFocus.ts';
import { minThumbnailPx } from '#domain/albums/thumbnailWidth.ts';
import { MESSAGES } from '#domain/messages.ts';
import { columnsThatFit } from '#src/shared/ui/photoGrid/gridGeometry.ts';
import { type GridPhoto, PhotoGrid } from '#src/shared/ui/photoGrid/PhotoGrid.tsx';
import { useScrollPlace } from '#src/shared/ui/photoGrid/useScrollPlace.ts';
import { useTexts } from '#src/shared/tablet/texts.ts';
import { EmptyNotice, ErrorNotice, LoadingNotice } from './KioskNotice.tsx';
import type { AlbumPhotosData } from './useAlbumPhotos.ts';

interface Props {
  albumName: string;
  photos: AlbumPhotosData;
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
    position: cutPosition(photo, 1),
    retryDelayMs: thumbnailRetryMs,
  };
}

/** The thumbnails of an album, or why there are none. */
export function AlbumPhotos({ albumName, photos, onOpen, suspended }: Props) {
  const text = useTexts();
  useScrollPlace(useElementScrollRestoration({ getElement: () => window })?.scrollY);
  const { whole, shown, sections, want } = photos;
  const count = shown?.length ?? 0;
  const isKnown = shown !== undefined || whole.status !== 'loading';
  useEffect(() => {
    if (isKnown) albumRendered(count);
  }, [isKnown, count]);
  if (!shown && whole.status === 'failed')
    return <ErrorNotice text={text(MESSAGES.photosFailed)} onRetry={whole.retry} />;
  if (!shown) return <LoadingNotice text={text(MESSAGES.loadingPhotos)} />;
  if (count === 0) return <EmptyNotice text={text(MESSAGES.noPhotos)} />;
  return (
    <PhotoGrid
      photos={shown}
      sections={sections}
      onMissing={want}
      tileOf={(photo, index) => tileOf(photo, { albumName, index })}
      label={text('Photos')}
      onOpen={onOpen}
      columnsFor={columnsFor}
      suspended={suspended}
    />
  );
}
