import { imageUrl } from '#src/api/imageUrls.ts';
import { thumbnailRetryMs } from '#domain/albums/thumbnailRetry.ts';
import type { TabletShows } from '#domain/tabletAdmin/tabletShows.ts';
import { crossOriginFor, retryLater } from '#src/ui/photoGrid/photoImage.ts';
import styles from './ShownNow.module.css';

/** A small picture of the tablet's screen. Words beside it say the same. */
export function ShownNow({ shows }: { shows: TabletShows | undefined }) {
  const src = shows?.photo && imageUrl(shows.photo, 'thumbnail');
  return (
    <span className={styles.screen} aria-hidden="true">
      {src === undefined ? (
        <span className={styles.word}>{shows?.text}</span>
      ) : (
        <img
          key={src}
          className={styles.image}
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          crossOrigin={crossOriginFor(src)}
          onError={({ currentTarget }) => retryLater(currentTarget, thumbnailRetryMs)}
        />
      )}
    </span>
  );
}
