import type { Album } from '../../../contract/entities.ts';
import { KeyRevoked } from '../frame/KeyRevoked.tsx';
import { ErrorNotice } from '../frame/KioskNotice.tsx';
import { AlbumBar } from './AlbumBar.tsx';
import { AlbumCards } from './AlbumCards.tsx';
import { usePhotos } from './albumData.ts';
import { AlbumPhotos } from './AlbumPhotos.tsx';
import { AlbumSlideshow } from './AlbumSlideshow.tsx';
import styles from './AlbumView.module.css';
import { useAlbumSlideshow } from './useAlbumSlideshow.ts';
import { useAlbumWarmUp } from './useAlbumWarmUp.ts';

export function AlbumView({ apiKey, album }: { apiKey: string; album: Album }) {
  const photos = usePhotos({ apiKey, albumId: album.id, includeChildAlbums: false });
  const show = useAlbumSlideshow({ apiKey, album, own: photos });
  useAlbumWarmUp({
    apiKey,
    album,
    shown: show.photos ?? (photos.status === 'loaded' ? photos.value : undefined),
    slideshowAt: show.photos ? show.startAt : undefined,
  });

  if (photos.status === 'revoked') return <KeyRevoked apiKey={apiKey} />;
  return (
    <>
      <title>{`${album.name} – Photos`}</title>
      <div className={show.photos ? styles.covered : undefined}>
        <AlbumBar album={album} onStart={show.startAll} />
        <main className="kiosk-content">
          {show.message && <ErrorNotice text={show.message} />}
          {album.childAlbums.length > 0 && <AlbumCards albums={album.childAlbums} />}
          <AlbumPhotos
            albumName={album.name}
            photos={photos}
            onOpen={show.openAt}
            suspended={show.photos !== undefined}
          />
        </main>
      </div>
      {show.photos && <AlbumSlideshow album={album} {...show} photos={show.photos} onClose={show.close} />}
    </>
  );
}
