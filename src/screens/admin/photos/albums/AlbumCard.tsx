import { imageUrl } from '#src/api/imageUrls.ts';
import type { Album } from '#contract/schemas/photos.ts';
import { countOf } from '#domain/curation/counts.ts';
import { thumbnailRetryMs } from '#domain/albums/thumbnails.ts';
import { cutPosition } from '#domain/photoFocus.ts';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Menu } from '#src/ui/choices/Menu.tsx';
import { CoverImage } from '#src/ui/photoGrid/CoverImage.tsx';
import { albumMenu, type AlbumRequest } from './albumActions.ts';
import styles from './AlbumCards.module.css';
import shapes from '#src/ui/shapes.module.css';

interface Props {
  album: Album;
  index: number;
  onRequest: ((request: AlbumRequest) => void) | undefined;
}

/** The link covers the whole card, and its name is the album's alone. */
export function AlbumCard({ album, index, onRequest }: Props) {
  const counts = countsText(album);
  const countsId = `counts-${album.id}`;
  return (
    <li className={styles.card} data-order-index={index}>
      <LinkButton
        to="/admin/photos/$slug"
        params={{ slug: album.slug }}
        className={styles.album}
        draggable={false}
        aria-describedby={countsId}
        aria-keyshortcuts={onRequest && 'Alt+ArrowLeft Alt+ArrowRight'}
      >
        <CoverImage
          src={album.cover && imageUrl(album.cover, 'thumbnail')}
          position={album.cover && cutPosition(album.cover, 4 / 3)}
          retryDelayMs={thumbnailRetryMs}
        />
        <span className={`${shapes.strong} ${shapes.words} ${styles.name}`} dir="auto">
          {album.name}
        </span>
      </LinkButton>
      <p id={countsId} className={`${shapes.small} ${shapes.digits} ${styles.counts}`}>
        {counts}
      </p>
      {onRequest && (
        <Menu label={`Actions for ${album.name}`} items={albumMenu(album, onRequest)} className={styles.menu} />
      )}
    </li>
  );
}

function countsText({ photoCount = 0, childAlbums }: Album): string {
  const photos = countOf(photoCount, 'photo');
  return childAlbums.length === 0 ? photos : `${photos} · ${countOf(childAlbums.length, 'sub-album')}`;
}
