import { useNavigate, useParams, useRouteContext, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Album } from '#contract/schemas/photos.ts';
import { findAlbum } from '#domain/albums/albumTree.ts';
import { MESSAGES } from '#domain/messages.ts';
import { useTexts } from '#src/tablet/texts.ts';
import { AlbumView } from './AlbumView.tsx';
import { KeyRevoked } from '../bars/KeyRevoked.tsx';
import { useAlbums } from './albumData.ts';
import { EverythingView } from './EverythingView.tsx';
import { LoadingNotice, ErrorNotice } from '../bars/KioskNotice.tsx';
import { RootBar } from './RootBar.tsx';
import { useCachedCovers } from './useKeeper.ts';
import { PageTitle } from '#src/ui/PageTitle.tsx';

export function KioskPhotosScreen() {
  const { apiKey } = useRouteContext({ from: '/circuit-tree' });
  const { albumSlug } = useParams({ strict: false });
  return <AlbumPage key={albumSlug} apiKey={apiKey} slug={albumSlug} />;
}

function AlbumPage({ apiKey, slug }: { apiKey: string; slug: string | undefined }) {
  const text = useTexts();
  const albums = useAlbums(apiKey);
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
        {albums.status === 'loaded' && <ErrorNotice text={text(MESSAGES.albumNotFound)} />}
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
