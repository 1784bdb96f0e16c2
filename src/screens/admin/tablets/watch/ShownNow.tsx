import type { TabletShows } from '#domain/tabletAdmin/tabletFacts.ts';
import { Thumbnail } from '#src/screens/picture/Thumbnail.tsx';
import styles from './ShownNow.module.css';
import shapes from '#src/ui/shapes.module.css';

/** A small picture of the tablet's screen. Words beside it say the same. */
export function ShownNow({ shows }: { shows: TabletShows | undefined }) {
  const photo = shows?.photo;
  return (
    <span className={`${shapes.centre} ${styles.screen}`} aria-hidden="true">
      {photo ? (
        <Thumbnail photo={photo} alt="" className={styles.image} ratio={90 / 66} />
      ) : (
        <span className={`${shapes.words} ${styles.word}`}>{shows?.text}</span>
      )}
    </span>
  );
}
