import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { imageUrl } from '#src/api/imageUrls.ts';
import type { Album } from '#contract/schemas/photos.ts';
import { subAlbumsText } from '#domain/albums/albumTree.ts';
import { thumbnailRetryMs } from '#domain/albums/thumbnailRetry.ts';
import { cutPosition } from '#domain/photoFocus.ts';
import { useTexts } from '#src/tablet/texts.ts';
import { CoverImage } from '#src/ui/photoGrid/CoverImage.tsx';
import styles from './AlbumCards.module.css';
import { CachedMark } from './CachedMark.tsx';

interface Card {
  className: string | undefined;
  children: ReactNode;
}

interface Props {
  albums: readonly Album[];
  /** Draws the link that an album's card is, and what stands beside it; the tablet's own without this. */
  renderCard?: (album: Album, card: Card) => ReactNode;
}

export function AlbumCards({ albums, renderCard = tabletCard }: Props) {
  const text = useTexts();
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
                    {subAlbumsText(album)?.replace('sub-albums', text('sub-albums'))}
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
