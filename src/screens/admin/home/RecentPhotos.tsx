import { Link } from '@tanstack/react-router';
import type { Photo } from '#contract/schemas/photos.ts';
import type { RecentPhoto } from '#contract/schemas/server.ts';
import { whenText } from '#domain/clock/when.ts';
import { reader } from '#src/session/reader.ts';
import { Thumbnail } from '#src/screens/picture/Thumbnail.tsx';
import shapes from '#src/ui/shapes.module.css';
import styles from './RecentPhotos.module.css';

/** The photos uploaded last, each a link to where it is in its album. */
export function RecentPhotos({ photos }: { photos: readonly RecentPhoto[] }) {
  return (
    <section className={shapes.stack3} aria-labelledby="recent-heading">
      <h2 id="recent-heading" className={shapes.heading}>
        Last uploads
      </h2>
      <PhotoStrip photos={photos} />
    </section>
  );
}

/** The album's name may be left out where all are of one. */
type StripPhoto = Photo & Partial<Pick<RecentPhoto, 'albumName'>>;

/** A row of photos, each a link to where it is in its album. */
export function PhotoStrip({ photos }: { photos: readonly StripPhoto[] }) {
  return (
    <ul className={`${shapes.stack3} ${styles.photos}`}>
      {photos.map((photo) => (
        <li key={`${photo.albumSlug}/${photo.filename}`}>
          <Link
            to="/admin/photos/$slug"
            params={{ slug: photo.albumSlug }}
            search={{ photo: photo.filename }}
            className={`${shapes.small} ${shapes.stack1} ${styles.photo}`}
          >
            <Thumbnail photo={photo} alt={labelOf(photo)} className={styles.image} ratio={1} />
            {photo.albumName !== undefined && (
              <span className={shapes.cut} aria-hidden="true">
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
