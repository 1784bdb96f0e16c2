import { type KeyboardEvent, useRef, useState } from 'react';
import type { Album } from '#contract/photos/schemas.ts';
import { thumbnailRetryMs } from '#domain/albums/thumbnails.ts';
import type { AlbumRights } from '#domain/users/albumRights.ts';
import { countOf } from '#domain/curation/counts.ts';
import { withMoved } from '#domain/curation/manualOrder.ts';
import { MESSAGES } from '#domain/messages.ts';
import { cutPosition } from '#domain/photoFocus.ts';
import { imageUrl } from '#src/shared/api/imageUrls.ts';
import { LinkButton } from '#src/shared/ui/LinkButton.tsx';
import { Menu } from '#src/shared/ui/choices/Menu.tsx';
import { CoverImage } from '#src/shared/ui/photoGrid/CoverImage.tsx';
import { arrangeAlbums } from '#src/admin/edits/arrangement.ts';
import { useDragOrder } from '#src/admin/edits/useDragOrder.ts';
import { Section } from '#src/admin/shell/Section.tsx';
import type { AdminResource } from '#src/admin/shell/useAdminResource.ts';
import { type AlbumActions, albumMenu } from '#src/admin/albums/albumActions.ts';
import dropMark from '#src/admin/edits/DropMark.module.css';
import cardStyles from '#src/admin/albums/AlbumCards.module.css';
import styles from './AlbumsSection.module.css';
import { NEW_ALBUM } from './NewAlbumDialog.tsx';
import { Card } from '#src/shared/ui/layout/Card.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Placeholder } from '#src/shared/ui/layout/Placeholder.tsx';
import { SpokenOnly } from '#src/shared/ui/text/SpokenOnly.tsx';
import { Note, Text } from '#src/shared/ui/text/Text.tsx';

interface Props {
  /** Whether albums still load above, which would push down a heading that is shown too early. */
  isBelowMore: boolean;
  load: AdminResource<Album[]>;
  /** The album whose albums are shown; undefined for the top level. */
  parent: Album | undefined;
  shown: Album[] | undefined;
  /** Whether the page shows nothing else, and so should say that there are no albums. */
  isAlone: boolean;
  /** Given to people who may change albums. */
  actions: AlbumActions | undefined;
  /** Undefined until they are known. */
  rights: AlbumRights | undefined;
}

export function AlbumsSection({ isBelowMore, load, parent, shown, isAlone, actions, rights }: Props) {
  const loading = load.failure ? undefined : MESSAGES.loadingAlbums;
  if (!shown && isBelowMore) return loading && <p>{loading}</p>;
  const isEmpty = shown?.length === 0 && isAlone;
  // Who may not change the top level arranges nothing there either.
  const changes = parent || actions?.rights.mayChangeTop ? actions : undefined;
  const orders = changes && !parent && (shown?.length ?? 0) > 1;
  // A heading with nothing below it would only push the photos down.
  if (shown?.length === 0 && !isAlone) return null;
  return (
    <Section
      title="Albums"
      action={
        changes && (
          <Row className={styles.actions}>
            <AddAlbumButton />
            {orders && <Menu label="Actions for all albums" items={topMenu(changes)} />}
          </Row>
        )
      }
      note={shown ? undefined : loading}
    >
      {shown && shown.length > 0 && (
        <AlbumCards parentId={parent?.id} albums={shown} actions={actions} mayArrange={changes !== undefined} />
      )}
      {isEmpty && (
        <Placeholder>
          <p>{MESSAGES.noAlbums}</p>
          {changes && <p>{emptyHint(parent)}</p>}
          {rights?.isRestricted && !parent && <p>An admin chooses the albums that you see.</p>}
        </Placeholder>
      )}
    </Section>
  );
}

function emptyHint(parent: Album | undefined): string {
  return parent
    ? 'Albums can contain albums: “+ Add Album” creates one in here.'
    : 'Create one with “+ Add Album”, then drop photos into it.';
}

function topMenu({ request }: AlbumActions) {
  return [{ label: 'Order of albums…', onSelect: () => request({ action: 'topOrder' }) }];
}

/** Shown beside '+ Add Photos' in an album without albums. */
export function AddAlbumButton({ variant = 'primary' }: { variant?: 'primary' | 'secondary' }) {
  return (
    <LinkButton
      to="."
      search={{ dialog: NEW_ALBUM }}
      state={{ dialogOpened: true }}
      resetScroll={false}
      activeOptions={{ includeSearch: true }}
      variant={variant}
      size="s"
    >
      + Add Album
    </LinkButton>
  );
}

interface AlbumCardsProps {
  /** Undefined for the albums of the top level. */
  parentId: string | undefined;
  albums: readonly Album[];
  /** Given to people who may change albums. */
  actions: AlbumActions | undefined;
  mayArrange: boolean;
}

/** Albums as cards. People who may arrange them drag them into order, or press Alt and an arrow key. */
function AlbumCards({ parentId, albums, actions, mayArrange }: AlbumCardsProps) {
  const list = useRef<HTMLUListElement>(null);
  const [moved, setMoved] = useState('');
  const ids = albums.map(({ id }) => id);

  const move = (from: number, place: number) => {
    const album = albums[from];
    if (!album) return;
    const next = withMoved(ids, new Set([album.id]), place);
    setMoved(`${album.name} is now number ${next.indexOf(album.id) + 1} of ${next.length}.`);
    void arrangeAlbums({ parentId, albumIds: next, seen: ids });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.altKey ? STEPS[event.key] : undefined;
    const item = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-order-index]') : null;
    if (step === undefined || !item || !mayArrange) return;
    event.preventDefault();
    const from = Number(item.dataset.orderIndex);
    const to = from + step;
    if (to < 0 || to >= albums.length) return;
    move(from, step > 0 ? to + 1 : to);
  };

  return (
    <>
      {/* The key handler moves the item that has the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul ref={list} className={cardStyles.list} onKeyDown={onKeyDown} {...useDragOrder(mayArrange ? move : undefined)}>
        {albums.map((album, index) => (
          <AlbumCard key={album.id} album={album} index={index} actions={actions} mayArrange={mayArrange} />
        ))}
      </ul>
      <SpokenOnly as="p" aria-live="polite">
        {moved}
      </SpokenOnly>
    </>
  );
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

interface AlbumCardProps {
  album: Album;
  index: number;
  actions: AlbumActions | undefined;
  mayArrange: boolean;
}

/** The link covers the whole card; its accessible name is only the album's. */
function AlbumCard({ album, index, actions, mayArrange }: AlbumCardProps) {
  const counts = countsText(album);
  const countsId = `counts-${album.id}`;
  return (
    <Card as="li" className={`${dropMark.place} ${cardStyles.card}`} data-order-index={index}>
      <LinkButton
        to="/admin/photos/$slug"
        params={{ slug: album.slug }}
        className={cardStyles.album}
        draggable={false}
        aria-describedby={countsId}
        aria-keyshortcuts={mayArrange ? 'Alt+ArrowLeft Alt+ArrowRight' : undefined}
      >
        <CoverImage
          src={album.cover && imageUrl(album.cover, 'thumbnail')}
          position={album.cover && cutPosition(album.cover, 4 / 3)}
          retryDelayMs={thumbnailRetryMs}
        />
        <Text as="span" strong className={cardStyles.name} dir="auto">
          {album.name}
        </Text>
      </LinkButton>
      <Note size="xs" digits id={countsId} className={cardStyles.counts}>
        {counts}
      </Note>
      {actions && (
        <div className={cardStyles.menu}>
          <Menu label={`Actions for ${album.name}`} items={albumMenu(album, actions)} />
        </div>
      )}
    </Card>
  );
}

function countsText({ photoCount = 0, childAlbums }: Album): string {
  const photos = countOf(photoCount, 'photo');
  return childAlbums.length === 0 ? photos : `${photos} · ${countOf(childAlbums.length, 'sub-album')}`;
}
