import { Link } from '@tanstack/react-router';
import type { Photo, RecentPhoto } from '#contract/photos/schemas.ts';
import type { WaitingPhoto } from '#contract/trash/schemas.ts';
import { whenText } from '#domain/clock/when.ts';
import { countOf } from '#domain/curation/counts.ts';
import { approveWaiting, fetchWaiting } from '#src/admin/api/guests.ts';
import { reader } from '#src/shared/session/reader.ts';
import { Thumbnail } from '#src/shared/picture/Thumbnail.tsx';
import { Button } from '#src/shared/ui/Button.tsx';
import { LinkButton } from '#src/shared/ui/LinkButton.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { CroppedImage, useTrashThumbnail } from '#src/admin/trash/TrashRow.tsx';
import { type Entries, useEntries } from '#src/admin/trash/useEntries.ts';
import { Section } from '#src/admin/shell/Section.tsx';
import styles from './RecentPhotos.module.css';

/** The photos uploaded last, each a link to where it is in its album. */
export function RecentPhotos({ photos }: { photos: readonly RecentPhoto[] }) {
  return (
    <Stack as="section" aria-labelledby="recent-heading">
      <Heading level={2} id="recent-heading">
        Last uploads
      </Heading>
      <PhotoStrip photos={photos} />
    </Stack>
  );
}

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

const SHOWN = 8;

/** No photos for people who may not approve them. */
export function useWaiting(mayWrite: boolean): Entries<WaitingPhoto> {
  return useEntries(mayWrite ? fetchWaiting : nothing);
}

async function nothing(): Promise<WaitingPhoto[]> {
  return [];
}

/** Photos of guests that nobody has approved yet, the oldest as pictures; nothing while there are none. */
export function WaitingPhotos({ waiting }: { waiting: Entries<WaitingPhoto> }) {
  const { entries, take } = waiting;
  if (!entries || entries.length === 0) return null;
  const approve = () =>
    void take(entries, { call: approveWaiting, done: `Approved ${countOf(entries.length, 'photo')}.` });
  const action = (
    <>
      <LinkButton to="/admin/waiting" size="s">
        Look at them
      </LinkButton>
      <Button variant="primary" size="s" onClick={approve}>
        Approve all {entries.length}
      </Button>
    </>
  );
  const title = `${countOf(entries.length, 'photo')} of guests ${entries.length === 1 ? 'waits' : 'wait'}`;
  return (
    <Section title={title} action={action} note={undefined}>
      <ul className={styles.photos}>
        {entries.slice(0, SHOWN).map((photo) => (
          <Picture key={photo.id} photo={photo} />
        ))}
      </ul>
    </Section>
  );
}

function Picture({ photo }: { photo: WaitingPhoto }) {
  const { id, name, albumName } = photo;
  const { ref, url } = useTrashThumbnail(id);
  return (
    <Stack as="li" gap={1} className={`${styles.photo} ${styles.coming}`}>
      <span ref={ref} className={styles.image}>
        {url !== undefined && <CroppedImage of={photo} url={url} alt={name} className={styles.image} />}
      </span>
      <span className={styles.album} dir="auto">
        {albumName}
      </span>
    </Stack>
  );
}
