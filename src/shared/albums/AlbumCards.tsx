import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cachedState, type CachedState } from '#domain/albums/keepOrder.ts';
import type { KioskText } from '#domain/tablets/languages/kioskText.ts';
import { imageUrl } from '#src/shared/api/imageUrls.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { thumbnailRetryMs } from '#domain/albums/thumbnails.ts';
import { cutPosition } from '#domain/photoFocus.ts';
import { useServerReachable } from '#src/shared/offline/connection.ts';
import { cachedAlbums } from '#src/shared/offline/keeper.ts';
import { useObservable } from '#src/shared/state/observable.ts';
import { useTexts } from '#src/shared/tablet/texts.ts';
import { CoverImage } from '#src/shared/ui/photoGrid/CoverImage.tsx';
import styles from './AlbumCards.module.css';
import cachedMarkStyles from './CachedMark.module.css';

interface Card {
  className: string | undefined;
  children: ReactNode;
}

interface Props {
  albums: readonly Album[];
  /** Draws an album's card as a link, and the elements beside it; without this, as on the tablet. */
  renderCard?: (album: Album, card: Card) => ReactNode;
}

export function AlbumCards({ albums, renderCard = tabletCard }: Props) {
  const text = useTexts();
  // The plural for one is the specification's wording, for the kiosk only.
  const one = renderCard === tabletCard ? text('1 sub-albums') : '1 sub-album';
  return (
    <ul className={styles.cards} aria-label={text('Albums')}>
      {albums.map((album) => (
        <li key={album.id} className={styles.place}>
          {renderCard(album, {
            className: styles.card,
            children: (
              <>
                <CoverImage
                  src={album.cover && imageUrl(album.cover, 'thumbnail')}
                  position={album.cover && cutPosition(album.cover, 4 / 3)}
                  retryDelayMs={thumbnailRetryMs}
                />
                <span className={styles.name} dir="auto">
                  {album.name}
                </span>
                {album.childAlbums.length > 0 && (
                  <span className={styles.count}>
                    {album.childAlbums.length === 1
                      ? one
                      : text('# sub-albums').replace('#', String(album.childAlbums.length))}
                  </span>
                )}
              </>
            ),
          })}
        </li>
      ))}
    </ul>
  );
}

function tabletCard(album: Album, card: Card) {
  return (
    <>
      <Link to="/circuit-tree/photos/$albumSlug" params={{ albumSlug: album.slug }} {...card} />
      <CachedMark album={album} />
    </>
  );
}

/** The mark of each state. All three are shown without a network; with a network, only stored albums have a mark. */
const WORDS: Partial<Record<CachedState, KioskText>> = {
  kept: '✓ Kept',
  partly: 'Partly kept',
  missing: 'Not on this tablet',
};

/**
 * A mark in a corner of an album's card, beside its link: whether the album can be shown without a network, so that
 * nobody finds out by a tap that fails.
 */
function CachedMark({ album }: { album: Album }) {
  const state = cachedState(album, useObservable(cachedAlbums));
  const text = useTexts();
  const isReachable = useServerReachable();
  const words = WORDS[state];
  if (words === undefined || (isReachable && state !== 'kept')) return null;
  return (
    <>
      {state === 'missing' && <span className={cachedMarkStyles.veil} />}
      <span className={cachedMarkStyles.mark} data-state={state}>
        {text(words)}
      </span>
    </>
  );
}
