import { approveWaiting, fetchWaiting } from '#src/api/arrivals/waiting.ts';
import type { WaitingPhoto } from '#contract/schemas/trash.ts';
import { countOf } from '#domain/curation/counts.ts';
import { Button } from '#src/ui/Button.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { type Entries, useEntries } from '../photos/trash/useEntries.ts';
import { useTrashThumbnail } from '../photos/trash/useTrashThumbnail.ts';
import { Section } from '../shell/Section.tsx';
import shapes from '#src/ui/shapes.module.css';
import styles from './RecentPhotos.module.css';

const SHOWN = 8;

/** None for those who may not approve them. */
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
      <ul className={`${shapes.stack3} ${styles.photos}`}>
        {entries.slice(0, SHOWN).map((photo) => (
          <Picture key={photo.id} photo={photo} />
        ))}
      </ul>
    </Section>
  );
}

function Picture({ photo: { id, name, albumName } }: { photo: WaitingPhoto }) {
  const { ref, url } = useTrashThumbnail(id);
  return (
    <li className={`${shapes.small} ${shapes.stack1} ${styles.photo}`}>
      <span ref={ref} className={styles.image}>
        {url !== undefined && <img src={url} alt={name} className={styles.image} />}
      </span>
      <span className={shapes.cut}>{albumName}</span>
    </li>
  );
}
