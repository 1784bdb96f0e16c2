import { Link } from '@tanstack/react-router';
import type { Photo, RecentPhoto } from '#contract/photos/schemas.ts';
import { whenText } from '#domain/clock/when.ts';
import { reader } from '#src/shared/session/reader.ts';
import { Thumbnail } from '#src/shared/picture/Thumbnail.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import styles from './PhotoStrip.module.css';

/** The album's name may be missing where all photos are of one album. */
type StripPhoto = Photo & Partial<Pick<RecentPhoto, 'albumName'>>;

interface PhotoStripProps {
  photos: readonly StripPhoto[];
  /** The number of empty squares that reserve room for photos that are still loading. */
  pending?: number;
}

/** A row of photos, each a link to where it is in its album. */
export function PhotoStrip({ photos, pending = 0 }: PhotoStripProps) {
  return (
    <ul className={styles.photos}>
      {Array.from({ length: pending }, (_, at) => (
        <Stack as="li" gap={1} key={at} className={styles.awaited} aria-hidden="true">
          <span className={styles.image} />
          <span>{'\u00a0'}</span>
        </Stack>
      ))}
      {photos.map((photo) => (
        <li key={`${photo.albumSlug}/${photo.filename}`}>
          <Link
            to="/admin/photos/$slug"
            params={{ slug: photo.albumSlug }}
            search={{ photo: photo.filename }}
            className={`${styles.photo} ${styles.shown}`}
          >
            <Thumbnail photo={photo} alt={labelOf(photo)} className={styles.image} ratio={1} />
            {photo.albumName !== undefined && (
              <span className={styles.album} dir="auto" aria-hidden="true">
                {photo.albumName}
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function labelOf({ caption, albumName, takenAt }: StripPhoto): string {
  const parts = [caption?.trim(), albumName, takenAt && whenText(takenAt, reader())];
  return parts.filter(Boolean).join(', ') || 'Photo';
}
