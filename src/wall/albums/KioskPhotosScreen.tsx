import { useNavigate, useParams, useRouteContext, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Album } from '#contract/photos/schemas.ts';
import { findAlbum } from '#domain/albums/albumTree.ts';
import { MESSAGES } from '#domain/messages.ts';
import { useTexts } from '#src/shared/tablet/texts.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { KeyRevoked, LoadingNotice, ErrorNotice } from '#src/shared/albums/KioskNotice.tsx';
import { KioskBar } from '#src/wall/bars/KioskBar.tsx';
import { AlbumCards } from '#src/shared/albums/AlbumCards.tsx';
import { useKioskAlbums } from '#src/shared/albums/albumData.ts';
import { AlbumPhotos } from '#src/shared/albums/AlbumPhotos.tsx';
import { AlbumSlideshow } from './AlbumSlideshow.tsx';
import styles from './AlbumView.module.css';
import { EverythingView, RootAlbums, RootBar } from './EverythingView.tsx';
import { useAlbumPhotos } from '#src/shared/albums/useAlbumPhotos.ts';
import { useAlbumSlideshow } from './useAlbumSlideshow.ts';
import { useCachedCovers, useCachedOnScreen } from './useCachedOnScreen.ts';
import { PageTitle } from '#src/shared/ui/PageTitle.tsx';

export function KioskPhotosScreen() {
  const { apiKey } = useRouteContext({ from: '/circuit-tree' });
  const { albumSlug } = useParams({ strict: false });
  return <AlbumPage key={albumSlug} apiKey={apiKey} slug={albumSlug} />;
}

function AlbumPage({ apiKey, slug }: { apiKey: string; slug: string | undefined }) {
  const text = useTexts();
  const albums = useKioskAlbums(apiKey);
  useCachedCovers(apiKey, albums.status === 'loaded' ? albums.value : undefined);
  const album = albums.status === 'loaded' && slug !== undefined ? findAlbum(albums.value, slug) : undefined;
  useCurrentAddress(slug, album);
  const isHandsOff = useSearch({ strict: false, select: (search) => search.slideshow === 'true' });
  if (albums.status === 'revoked') return <KeyRevoked apiKey={apiKey} />;
  if (album) return <AlbumView apiKey={apiKey} album={album} />;
  if (albums.status === 'loaded' && (slug === undefined || isHandsOff)) {
    return <EverythingView apiKey={apiKey} albums={albums.value} missingSlug={slug} />;
  }
  return (
    <>
      <PageTitle>{text('Photos')}</PageTitle>
      <RootBar isRoot={slug === undefined} />
      <main className="kiosk-content">
        {albums.status === 'loading' && <LoadingNotice text={text(MESSAGES.loadingAlbums)} />}
        {albums.status === 'failed' && <ErrorNotice text={text(MESSAGES.albumsFailed)} onRetry={albums.retry} />}
        {albums.status === 'loaded' && <RootAlbums albums={albums.value} message={text(MESSAGES.albumNotFound)} />}
      </main>
    </>
  );
}

/** Replaces a former address of an album by its present one, also without a network. */
function useCurrentAddress(slug: string | undefined, album: Album | undefined): void {
  const navigate = useNavigate();
  const albumSlug = album?.slug;
  useEffect(() => {
    if (albumSlug === undefined || albumSlug === slug) return;
    const search = (all: Record<string, unknown>) => all;
    void navigate({ to: '/circuit-tree/photos/$albumSlug', params: { albumSlug }, search, state: true, replace: true });
  }, [slug, albumSlug, navigate]);
}

interface AlbumBarProps {
  album: Album;
  onStart: () => void;
}

function AlbumView({ apiKey, album }: { apiKey: string; album: Album }) {
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
