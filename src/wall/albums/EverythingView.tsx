import { useSearch, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Album } from '#contract/photos/schemas.ts';
import { MESSAGES } from '#domain/messages.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { KioskBar } from '#src/wall/bars/KioskBar.tsx';
import { EmptyNotice, ErrorNotice, LoadingNotice } from '#src/shared/albums/KioskNotice.tsx';
import { useTexts } from '#src/shared/tablet/texts.ts';
import { AlbumCards } from '#src/shared/albums/AlbumCards.tsx';
import { usePhotos, albumOfSeveral } from '#src/shared/albums/albumData.ts';
import { AlbumSlideshow } from './AlbumSlideshow.tsx';
import styles from './AlbumView.module.css';
import { useAlbumSlideshow } from './useAlbumSlideshow.ts';
import { useCachedOnScreen } from './useCachedOnScreen.ts';
import { PageTitle } from '#src/shared/ui/PageTitle.tsx';

/** The top level has no photos of its own. */
function doNothing(): void {}

interface Props {
  apiKey: string;
  albums: readonly Album[];
  /** The unknown album of an address with `slideshow=true`: an unattended screen shows all photos instead. */
  missingSlug: string | undefined;
}

/** The top level: the albums, and the slideshow of everything that the tablet may see. */
export function EverythingView({ apiKey, albums, missingSlug }: Props) {
  const text = useTexts();
  const isRoot = missingSlug === undefined;
  const ids = useSearch({ strict: false, select: (search) => search.albums });
  const album = albumOfSeveral(albums, {
    name: isRoot ? text('Photos') : text('All photos: no album “#”').replace('#', () => missingSlug),
    ids,
  });
  const own = { whole: usePhotos(undefined), shown: undefined, hurry: doNothing };
  const show = useAlbumSlideshow({ apiKey, album, own });
  useCachedOnScreen({ apiKey, album, shown: show.photos, slideshowAt: show.photos ? show.startAt : undefined });
  const start = (
    <Button variant="primary" onClick={show.startAll}>
      {text('Start Slideshow')}
    </Button>
  );
  return (
    <>
      <PageTitle>{text('Photos')}</PageTitle>
      <div className={show.photos ? styles.covered : undefined}>
        <RootBar isRoot={isRoot} action={album.childAlbums.length > 0 && start} />
        <main className="kiosk-content">
          {isRoot ? (
            <RootAlbums albums={album.childAlbums} message={show.message} />
          ) : (
            <MissingAlbum isLoading={show.message === undefined} />
          )}
        </main>
      </div>
      {show.photos && <AlbumSlideshow album={album} {...show} photos={show.photos} onClose={show.close} />}
    </>
  );
}

/** The albums at the top, below a message if there is one. */
export function RootAlbums({ albums, message }: { albums: readonly Album[]; message: string | undefined }) {
  const text = useTexts();
  return (
    <>
      {message && <ErrorNotice text={message} />}
      {albums.length > 0 ? <AlbumCards albums={albums} /> : <EmptyNotice text={text(MESSAGES.noAlbumsHere)} />}
    </>
  );
}

/** Shown until there are photos to show instead of the album's. */
function MissingAlbum({ isLoading }: { isLoading: boolean }) {
  const text = useTexts();
  return isLoading ? (
    <LoadingNotice text={text(MESSAGES.loadingPhotos)} />
  ) : (
    <ErrorNotice text={text(MESSAGES.albumNotFound)} />
  );
}

interface RootBarProps {
  /** False at the address of a missing album: Back then leads to the top level. */
  isRoot: boolean;
  action?: ReactNode;
}

/** The bar of the photos' top level, and of an address without an album. */
export function RootBar({ isRoot, action }: RootBarProps) {
  const navigate = useNavigate();
  const text = useTexts();
  return isRoot ? (
    <KioskBar
      backLabel="< Home"
      title={text('Photos')}
      onBack={() => void navigate({ to: '/circuit-tree' })}
      action={action}
    />
  ) : (
    <KioskBar backLabel="< Back" title={text('Photos')} onBack={() => void navigate({ to: '/circuit-tree/photos' })} />
  );
}
