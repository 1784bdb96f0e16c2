import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { imageUrl } from '../../../api/imageUrls.ts';
import type { Album, Photo } from '../../../contract/entities.ts';
import { thumbnailRetryMs } from '../../../domain/albums/thumbnailRetry.ts';
import { minThumbnailPx } from '../../../domain/albums/thumbnailWidth.ts';
import { MESSAGES } from '../../../domain/messages.ts';
import { albumRendered } from '../../../boot/firstFrame/handover.ts';
import { Button } from '../../../ui/Button.tsx';
import { columnsThatFit } from '../../../ui/photoGrid/gridGeometry.ts';
import { PhotoGrid, type GridPhoto } from '../../../ui/photoGrid/PhotoGrid.tsx';
import { AlbumCards } from './AlbumCards.tsx';
import { AlbumSlideshow } from './AlbumSlideshow.tsx';
import { KeyRevoked } from '../frame/KeyRevoked.tsx';
import { KioskBar } from '../frame/KioskBar.tsx';
import type { Watched } from '../../../state/useRemoteResource.ts';
import { usePhotos } from './albumData.ts';
import { LoadingNotice, EmptyNotice, ErrorNotice } from '../frame/KioskNotice.tsx';
import styles from './AlbumView.module.css';
import { useAlbumSlideshow } from './useAlbumSlideshow.ts';
import { useAlbumWarmUp } from './useAlbumWarmUp.ts';

const columnsFor = (width: number) => columnsThatFit(width, minThumbnailPx(width));

export function AlbumView({ apiKey, album }: { apiKey: string; album: Album }) {
  const photos = usePhotos({ apiKey, albumId: album.id, includeChildAlbums: false });
  const show = useAlbumSlideshow({ apiKey, album, own: photos });
  const { openAt } = show;
  useAlbumWarmUp({
    apiKey,
    album,
    shown: show.photos ?? (photos.status === 'loaded' ? photos.value : undefined),
    slideshowAt: show.photos ? show.startAt : undefined,
  });
  const openPhoto = useCallback((index: number) => openAt(index), [openAt]);

  if (photos.status === 'revoked') return <KeyRevoked apiKey={apiKey} />;
  return (
    <>
      <div className={show.photos ? styles.covered : undefined}>
        <AlbumBar album={album} onStart={show.startAll} />
        <main className="kiosk-content">
          {show.message && <ErrorNotice text={show.message} />}
          {album.childAlbums.length > 0 && <AlbumCards albums={album.childAlbums} />}
          <Photos photos={photos} onOpen={openPhoto} suspended={show.photos !== undefined} />
        </main>
      </div>
      {show.photos && <AlbumSlideshow album={album} photos={show.photos} startAt={show.startAt} onClose={show.close} />}
    </>
  );
}

function AlbumBar({ album, onStart }: { album: Album; onStart: () => void }) {
  const navigate = useNavigate();
  const goUp = () =>
    album.parentSlug === undefined
      ? navigate({ to: '/circuit-tree/photos' })
      : navigate({ to: '/circuit-tree/photos/$albumSlug', params: { albumSlug: album.parentSlug } });
  return (
    <KioskBar
      backLabel="< Back"
      title={album.name}
      onBack={() => void goUp()}
      action={
        <Button variant="primary" onClick={onStart}>
          Start Slideshow
        </Button>
      }
    />
  );
}

interface PhotosProps {
  photos: Watched<Photo[]>;
  onOpen: (index: number) => void;
  suspended: boolean;
}

function tileOf(photo: Photo, index: number): GridPhoto {
  return {
    key: `${photo.albumSlug}/${photo.filename}`,
    src: imageUrl(photo, 'thumbnail'),
    label: `Photo ${index + 1}`,
    retryDelayMs: thumbnailRetryMs,
  };
}

function Photos({ photos, onOpen, suspended }: PhotosProps) {
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
      tileOf={tileOf}
      label="Photos"
      onOpen={onOpen}
      columnsFor={columnsFor}
      suspended={suspended}
    />
  );
}
