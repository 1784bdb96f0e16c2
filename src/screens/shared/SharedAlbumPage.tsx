import { findAlbum } from '#domain/albums/albumTree.ts';
import { MESSAGES } from '#domain/messages.ts';
import type { SharePlace } from '#domain/access/links.ts';
import { Logo } from '../../ui/Logo.tsx';
import { GuestPage } from './GuestPage.tsx';
import { ErrorNotice, LoadingNotice } from '../kiosk/bars/KioskNotice.tsx';
import { SharedAlbumView } from './SharedAlbumView.tsx';
import styles from './SharedAlbumPage.module.css';
import { useGuestUploader, useShared } from './sharedData.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { shapes } from '#src/ui/shapes.ts';

const OUT_OF_REACH = 'The album cannot be loaded at the moment. This page tries again by itself.';

/** The page of a visitor who opens the link of a shared album. */
export function SharedAlbumPage({ place }: { place: SharePlace }) {
  const shared = useShared(place.key);
  const uploader = useGuestUploader(place.key);
  if (shared.status !== 'loaded') {
    return (
      <main className={shapes.whole}>
        <PageTitle>Shared Album – Circuit Tree</PageTitle>
        {shared.status === 'failed' ? (
          <ErrorNotice text={OUT_OF_REACH} onRetry={shared.retry} />
        ) : (
          <LoadingNotice text={MESSAGES.loadingPhotos} />
        )}
      </main>
    );
  }
  if (shared.value.state === 'ended') return <Ended sentence={shared.value.sentence} />;
  if (shared.value.state === 'sending') {
    return <GuestPage uploader={uploader} shared={shared.value.shared} onSent={shared.reload} />;
  }
  const { album: top, until, guests, mayDownload } = shared.value;
  // An album that was moved away or deleted meanwhile is treated as if it had never been shared.
  const album = (place.slug !== undefined && findAlbum([top], place.slug)) || top;
  return (
    <SharedAlbumView
      key={album.id}
      shareKey={place.key}
      {...{ album, top, until, guests, mayDownload, uploader }}
      onSent={shared.reload}
      isStale={shared.error !== undefined}
    />
  );
}

function Ended({ sentence }: { sentence: string }) {
  return (
    <main className={`${shapes.middle} ${shapes.whole} ${styles.ended}`}>
      <PageTitle>Shared Album – Circuit Tree</PageTitle>
      <Logo className={styles.logo} />
      <h1 className={shapes.title}>This link opens no album</h1>
      <p role="alert">{sentence}.</p>
    </main>
  );
}
