import { findAlbum } from '#domain/albums/albumTree.ts';
import { MESSAGES } from '#domain/messages.ts';
import type { SharePlace } from '#domain/access/links.ts';
import { Logo } from '#src/shared/ui/Logo.tsx';
import { ErrorNotice, LoadingNotice } from '#src/shared/albums/KioskNotice.tsx';
import { SharedAlbumView } from './SharedAlbumView.tsx';
import styles from './SharedAlbumPage.module.css';
import { useShared } from './sharedData.ts';
import { PageTitle } from '#src/shared/ui/PageTitle.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';
import type { VisitorPart } from '#src/visit/slots.ts';
import { VISITOR_PARTS } from '#src/visit/visitorParts.ts';
import type { SharedAlbum } from '#contract/shares/schemas.ts';
import view from './SharedAlbumView.module.css';
import { untilText } from '#domain/clock/when.ts';
import { reader } from '#src/shared/session/reader.ts';

const OUT_OF_REACH = 'The album cannot be loaded at the moment. This page tries again automatically.';

/** The page of a visitor who opens the link of a shared album. */
export function SharedAlbumPage({ place }: { place: SharePlace }) {
  const shared = useShared(place.key);
  // The list is the same each time.
  // oxlint-disable-next-line react/rules-of-hooks
  const parts = Object.values(VISITOR_PARTS).map((usePart) => usePart(place.key));
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
    return <GuestPage parts={parts} shared={shared.value.shared} onSent={shared.reload} />;
  }
  const { album: top, until, guests, mayDownload } = shared.value;
  // An album that was moved away or deleted meanwhile is treated as if it had never been shared.
  const album = (place.slug !== undefined && findAlbum([top], place.slug)) || top;
  return (
    <SharedAlbumView
      key={album.id}
      shareKey={place.key}
      {...{ album, top, until, guests, mayDownload, parts }}
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
  parts: readonly ReturnType<VisitorPart>[];
  shared: SharedAlbum;
  onSent: () => Promise<void>;
}

/** The page of a link whose visitors send photos and see none. */
function GuestPage({ parts, shared: { albumId, albumName, until, guests }, onSent }: GuestPageProps) {
  const album = { id: albumId, name: albumName, slug: '' };
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
        {guests && parts.map((show) => show({ album, guests, isElsewhere: false, onSent: () => void onSent() }))}
      </div>
    </main>
  );
}
