import type { Album } from '#contract/schemas/photos.ts';
import { useTexts } from '#src/tablet/texts.ts';
import { KeyRevoked } from '../bars/KeyRevoked.tsx';
import { ErrorNotice } from '../bars/KioskNotice.tsx';
import { AlbumCards } from './AlbumCards.tsx';
import { AlbumPhotos } from './AlbumPhotos.tsx';
import { AlbumSlideshow } from './AlbumSlideshow.tsx';
import styles from './AlbumView.module.css';
import { useAlbumPhotos } from './useAlbumPhotos.ts';
import { useAlbumSlideshow } from './useAlbumSlideshow.ts';
import { useCachedOnScreen } from './useKeeper.ts';
import { PageTitle } from '#src/ui/PageTitle.tsx';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '#src/ui/Button.tsx';
import { KioskBar } from '../bars/KioskBar.tsx';

interface AlbumBarProps {
  album: Album;
  onStart: () => void;
}

export function AlbumView({ apiKey, album }: { apiKey: string; album: Album }) {
  const text = useTexts();
  const photos = useAlbumPhotos(apiKey, album);
  const show = useAlbumSlideshow({ apiKey, album, own: photos });
  const { whole } = photos;
  useCachedOnScreen({
    apiKey,
    album,
    shown: show.photos ?? (whole.status === 'loaded' ? whole.value : undefined),
    slideshowAt: show.photos ? show.startAt : undefined,
  });

  if (whole.status === 'revoked') return <KeyRevoked apiKey={apiKey} />;
  return (
    <>
      <PageTitle>{`${album.name} – ${text('Photos')}`}</PageTitle>
      <div className={show.photos ? styles.covered : undefined}>
        <AlbumBar album={album} onStart={show.startAll} />
        <main className="kiosk-content">
          {show.message && <ErrorNotice text={text(show.message)} />}
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

/** Back leads to the album above this one, whichever page was shown before. */
function AlbumBar({ album, onStart }: AlbumBarProps) {
  const navigate = useNavigate();
  const text = useTexts();
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
          {text('Start Slideshow')}
        </Button>
      }
    />
  );
}
