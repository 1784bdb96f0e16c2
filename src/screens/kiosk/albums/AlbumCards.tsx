import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { imageUrl } from '../../../api/imageUrls.ts';
import type { Album } from '../../../contract/entities.ts';
import { subAlbumsText } from '../../../domain/albums/albumTree.ts';
import { thumbnailRetryMs } from '../../../domain/albums/thumbnailRetry.ts';
import { useTexts } from '../../../tablet/texts.ts';
import { Logo } from '../../../ui/Logo.tsx';
import { crossOriginFor, retryLater } from '../../../ui/photoGrid/photoImage.ts';
import styles from './AlbumCards.module.css';
import { KeptMark } from './kept/KeptMark.tsx';

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
                <Cover album={album} />
                <span className={styles.name}>{album.name}</span>
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
      <KeptMark album={album} />
    </>
  );
}

function Cover({ album: { cover } }: { album: Album }) {
  if (!cover) {
    return (
      <span className={styles.cover}>
        <Logo className={styles.noCover} />
      </span>
    );
  }
  const src = imageUrl(cover, 'thumbnail');
  return (
    <span className={styles.cover}>
      <img
        src={src}
        alt=""
        loading="lazy"
        decoding="async"
        crossOrigin={crossOriginFor(src)}
        onLoad={(event) => event.currentTarget.setAttribute('data-loaded', '')}
        onError={(event) => retryLater(event.currentTarget, thumbnailRetryMs)}
      />
    </span>
  );
}
