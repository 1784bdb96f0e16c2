import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { SharedAlbum } from '#contract/shares/schemas.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { DEFAULT_TABLET_SETTINGS, type TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { shareFragment } from '#domain/access/links.ts';
import { sectionsOf } from '#domain/albums/longAlbums.ts';
import { untilText } from '#domain/clock/when.ts';
import { reader } from '#src/shared/session/reader.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { AlbumCards } from '#src/shared/albums/AlbumCards.tsx';
import { AlbumPhotos } from '#src/shared/albums/AlbumPhotos.tsx';
import { type SlideshowRequest, useSlideshowHistory } from '#src/shared/albums/useSlideshowHistory.ts';
import { Slideshow } from '#src/shared/slideshow/Slideshow.tsx';
import type { VisitorPart } from '#src/visit/slots.ts';
import { StillViewer } from './StillViewer.tsx';
import styles from './SharedAlbumView.module.css';
import { useSharedPhotos } from './sharedData.ts';
import { PageTitle } from '#src/shared/ui/PageTitle.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';
import { TextLink } from '#src/shared/ui/text/TextLink.tsx';

/** A visitor sits in front of the screen, and reads the captions. */
const SHOWING: TabletSettings = { ...DEFAULT_TABLET_SETTINGS, caption: true, secondsPerPhoto: 8 };

function doNothing(): void {}

interface Props {
  shareKey: string;
  album: Album;
  /** The album that was shared: this one, or one above it. */
  top: Album;
  until: string | null;
  /** Absent when visitors may not send photos. */
  guests: SharedAlbum['guests'];
  mayDownload: boolean;
  parts: readonly ReturnType<VisitorPart>[];
  /** Called when photos have been sent. */
  onSent: () => Promise<void>;
  /** Whether the last attempt did not reach the server. */
  isStale: boolean;
}

/** An album for visitors: its albums, its photos one by one, and a slideshow of both. */
export function SharedAlbumView({ shareKey, album, top, until, guests, mayDownload, parts, onSent, isStale }: Props) {
  const own = useSharedPhotos(shareKey, { albumId: album.id, includeChildAlbums: false });
  const { request, open, close } = useSlideshowHistory();
  const shown = own.status === 'loaded' ? own.value : undefined;
  const sections = useMemo(() => (shown ? sectionsOf(shown, album.order) : []), [shown, album.order]);
  const hasAlbums = album.childAlbums.length > 0;
  const isEmpty = shown?.length === 0;
  const isElsewhere = album.id !== top.id;
  const onArrived = () => void Promise.all([onSent(), own.reload()]);
  return (
    <div className={styles.page}>
      <PageTitle>{`${album.name} – Shared Album`}</PageTitle>
      <header className={styles.head}>
        {isElsewhere && <UpLink {...{ shareKey, album, top }} />}
        <Row gap={4} lineGap={3} justify="between" className={styles.line}>
          <Heading level={1} className={styles.title} dir="auto">
            {album.name}
          </Heading>
          {(hasAlbums || !isEmpty) && (
            <Button variant="primary" onClick={() => open({ scope: 'all', startAt: 0 })}>
              Start Slideshow
            </Button>
          )}
        </Row>
        <Note>{until === null ? 'Shared with you' : `Shared with you until ${untilText(until, reader())}`}</Note>
        {guests && parts.map((show) => show({ album: top, guests, isElsewhere, onSent: onArrived }))}
        {isStale && <Note as="output">The server cannot be reached at the moment.</Note>}
      </header>
      <main className="kiosk-content">
        {hasAlbums && <ChildAlbums shareKey={shareKey} albums={album.childAlbums} />}
        {!(isEmpty && hasAlbums) && (
          <AlbumPhotos
            albumName={album.name}
            photos={{ whole: own, shown, sections, want: doNothing, hurry: doNothing }}
            onOpen={(startAt) => open({ scope: 'own', startAt })}
            suspended={request !== undefined}
          />
        )}
      </main>
      {request?.scope === 'all' && <SharedSlideshow {...{ shareKey, album, request }} onClose={close} />}
      {request?.scope === 'own' && shown && shown.length > 0 && (
        <StillViewer {...{ shareKey, album, mayDownload }} photos={shown} startAt={request.startAt} onClose={close} />
      )}
    </div>
  );
}

function ChildAlbums({ shareKey, albums }: { shareKey: string; albums: Album[] }) {
  return (
    <AlbumCards
      albums={albums}
      renderCard={({ slug }, card) => (
        <Link to="/" hash={shareFragment({ key: shareKey, slug })} activeOptions={{ includeHash: true }} {...card} />
      )}
    />
  );
}

interface UpProps {
  shareKey: string;
  album: Album;
  top: Album;
}

function UpLink({ shareKey, album, top }: UpProps) {
  const slug = album.parentSlug === top.slug ? undefined : album.parentSlug;
  return (
    <TextLink to="/" hash={shareFragment({ key: shareKey, slug })} className={styles.up}>
      ‹ Back
    </TextLink>
  );
}

interface SlideshowProps {
  shareKey: string;
  album: Album;
  request: SlideshowRequest;
  onClose: () => void;
}

function SharedSlideshow({ shareKey, album, request: { startAt }, onClose }: SlideshowProps) {
  const photos = useSharedPhotos(shareKey, { albumId: album.id, includeChildAlbums: true });
  if (photos.status !== 'loaded' || photos.value.length === 0) return null;
  return (
    // Photos are shown on a dark wall, whatever colours the visitor's device prefers.
    <div className="kiosk">
      <Slideshow
        photos={photos.value}
        title={album.name}
        beginsWith={photos.value[startAt]}
        isInAlbumOrder
        settings={SHOWING}
        onClose={onClose}
      />
    </div>
  );
}
