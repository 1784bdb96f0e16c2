import { findAlbum } from '#domain/albums/albumTree.ts';
import { MESSAGES } from '#domain/messages.ts';
import type { SharePlace } from '#domain/access/links.ts';
import { Logo } from '#src/shared/ui/Logo.tsx';
import { ErrorNotice, LoadingNotice } from '#src/shared/albums/KioskNotice.tsx';
import { SharedAlbumView } from './SharedAlbumView.tsx';
import styles from './SharedAlbumPage.module.css';
import { useGuestUploader, useShared } from './sharedData.ts';
import { PageTitle } from '#src/shared/ui/PageTitle.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';
import type { Uploader } from '#src/shared/uploads/Uploader.ts';
import type { SharedAlbum } from '#contract/shares/schemas.ts';
import view from './SharedAlbumView.module.css';
import { untilText } from '#domain/clock/when.ts';
import { reader } from '#src/shared/session/reader.ts';
import { GuestUpload } from '#src/visit/guests/GuestUpload.tsx';

const OUT_OF_REACH = 'The album cannot be loaded at the moment. This page tries again automatically.';

/** The page of a visitor who opens the link of a shared album. */
export function SharedAlbumPage({ place }: { place: SharePlace }) {
  const shared = useShared(place.key);
  const uploader = useGuestUploader(place.key);
  if (shared.status !== 'loaded') {
    return (
      <main className={view.page}>
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
    <main className={styles.ended}>
      <PageTitle>Shared Album – Circuit Tree</PageTitle>
      <Logo className={styles.logo} />
      <Heading level={1}>This link opens no album</Heading>
      <p role="alert">{sentence}.</p>
    </main>
  );
}

interface GuestPageProps {
  uploader: Uploader;
  shared: SharedAlbum;
  onSent: () => Promise<void>;
}

/** The page of a link whose visitors send photos and see none. */
function GuestPage({ uploader, shared: { albumId, albumName, until, guests }, onSent }: GuestPageProps) {
  return (
    <main className={view.page}>
      <PageTitle>{`${albumName} – Shared Album`}</PageTitle>
      <div className={view.head}>
        <Heading level={1} className={view.title} dir="auto">
          {albumName}
        </Heading>
        <Note>
          {until === null
            ? 'Send your photos for this album'
            : `Send your photos for this album until ${untilText(until, reader())}`}
        </Note>
        {guests && (
          <GuestUpload
            uploader={uploader}
            album={{ id: albumId, name: albumName, slug: '' }}
            guests={guests}
            onSent={() => void onSent()}
          />
        )}
      </div>
    </main>
  );
}
