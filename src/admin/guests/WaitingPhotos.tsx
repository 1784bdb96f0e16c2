import type { WaitingPhoto } from '#contract/guests/schemas.ts';
import { countOf } from '#domain/curation/counts.ts';
import { approveWaiting, fetchWaiting } from '#src/admin/api/guests.ts';
import photos from '#src/admin/startPage/PhotoStrip.module.css';
import { CroppedImage, useSetAsideImage } from '#src/admin/setAside/setAsideImage.tsx';
import { type Entries, useEntries } from '#src/admin/setAside/useEntries.ts';
import { reloadAfterEdits } from '#src/admin/shell/libraryEdits.ts';
import { Section } from '#src/admin/shell/Section.tsx';
import { useAdminResource } from '#src/admin/shell/useAdminResource.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { LinkButton } from '#src/shared/ui/LinkButton.tsx';
import styles from './WaitingPhotos.module.css';

/** A link to the photos of guests, while some wait. */
export function WaitingLink() {
  const { data } = useAdminResource(fetchWaiting, { reloadOn: reloadAfterEdits });
  if (!data || data.length === 0) return null;
  return (
    <LinkButton to="/admin/waiting" variant="quiet" size="s">
      {data.length.toLocaleString('en')} {data.length === 1 ? 'waits' : 'wait'}
    </LinkButton>
  );
}

const SHOWN = 8;

/** The photos of guests for the start page; none for people who may not approve them. */
export function useWaitingPhotos(mayWrite: boolean) {
  const waiting = useEntries(mayWrite ? fetchWaiting : nothing);
  return { hasSettled: waiting.load.hasSettled, shown: <WaitingPhotos key="waiting" waiting={waiting} /> };
}

async function nothing(): Promise<WaitingPhoto[]> {
  return [];
}

/** Photos of guests that nobody has approved yet, the oldest as pictures; nothing while there are none. */
function WaitingPhotos({ waiting }: { waiting: Entries<WaitingPhoto> }) {
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
      <ul className={photos.photos}>
        {entries.slice(0, SHOWN).map((photo) => (
          <Picture key={photo.id} photo={photo} />
        ))}
      </ul>
    </Section>
  );
}

function Picture({ photo }: { photo: WaitingPhoto }) {
  const { id, name, albumName } = photo;
  const { ref, url } = useSetAsideImage(id);
  return (
    <Stack as="li" gap={1} className={`${photos.photo} ${styles.coming}`}>
      <span ref={ref} className={photos.image}>
        {url !== undefined && <CroppedImage of={photo} url={url} alt={name} className={photos.image} />}
      </span>
      <span className={photos.album} dir="auto">
        {albumName}
      </span>
    </Stack>
  );
}
