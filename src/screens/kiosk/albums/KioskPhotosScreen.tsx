import { useNavigate, useParams, useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Album } from '../../../contract/entities.ts';
import { findAlbum, topLevelAlbums } from '../../../domain/albums/albumTree.ts';
import { MESSAGES } from '../../../domain/messages.ts';
import { AlbumCards } from './AlbumCards.tsx';
import { AlbumView } from './AlbumView.tsx';
import { KeyRevoked } from '../frame/KeyRevoked.tsx';
import { KioskBar } from '../frame/KioskBar.tsx';
import { useAlbums } from './albumData.ts';
import { LoadingNotice, EmptyNotice, ErrorNotice } from '../frame/KioskNotice.tsx';
import { useKioskWarmUp } from './useAlbumWarmUp.ts';

export function KioskPhotosScreen() {
  const { apiKey } = useRouteContext({ from: '/circuit-tree' });
  const { albumSlug } = useParams({ strict: false });
  return <AlbumPage key={albumSlug} apiKey={apiKey} slug={albumSlug} />;
}

function AlbumPage({ apiKey, slug }: { apiKey: string; slug: string | undefined }) {
  const albums = useAlbums(apiKey);
  useKioskWarmUp(apiKey, albums.status === 'loaded' ? albums.value : undefined);
  const album = albums.status === 'loaded' && slug !== undefined ? findAlbum(albums.value, slug) : undefined;
  useCurrentAddress(slug, album);
  if (albums.status === 'revoked') return <KeyRevoked apiKey={apiKey} />;
  if (album) return <AlbumView apiKey={apiKey} album={album} />;
  return (
    <>
      <title>Photos</title>
      <RootBar isRoot={slug === undefined} />
      <main className="kiosk-content">
        {albums.status === 'loading' && <LoadingNotice text={MESSAGES.loadingAlbums} />}
        {albums.status === 'failed' && <ErrorNotice text={MESSAGES.albumsFailed} onRetry={albums.retry} />}
        {albums.status === 'loaded' &&
          (slug === undefined ? <RootAlbums albums={albums.value} /> : <ErrorNotice text={MESSAGES.albumNotFound} />)}
      </main>
    </>
  );
}

/** An album that was opened at an address that it had before gets its present one, without a network too. */
function useCurrentAddress(slug: string | undefined, album: Album | undefined): void {
  const navigate = useNavigate();
  const albumSlug = album?.slug;
  useEffect(() => {
    if (albumSlug === undefined || albumSlug === slug) return;
    const search = (all: Record<string, unknown>) => all;
    void navigate({ to: '/circuit-tree/photos/$albumSlug', params: { albumSlug }, search, state: true, replace: true });
  }, [slug, albumSlug, navigate]);
}

function RootBar({ isRoot }: { isRoot: boolean }) {
  const navigate = useNavigate();
  return isRoot ? (
    <KioskBar backLabel="< Home" title="Photos" onBack={() => void navigate({ to: '/circuit-tree' })} />
  ) : (
    <KioskBar backLabel="< Back" title="Photos" onBack={() => void navigate({ to: '/circuit-tree/photos' })} />
  );
}

function RootAlbums({ albums }: { albums: Album[] }) {
  const top = topLevelAlbums(albums);
  return top.length > 0 ? <AlbumCards albums={top} /> : <EmptyNotice text={MESSAGES.noAlbumsHere} />;
}
