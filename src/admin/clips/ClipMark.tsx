import type { Photo } from '#contract/photos/schemas.ts';
import { SpokenOnly } from '#src/shared/ui/text/SpokenOnly.tsx';
import styles from './ClipMark.module.css';

/** A small ring in the corner of photos that move. */
export function ClipMark({ photo }: { photo: Photo }) {
  if (!photo.clip) return null;
  return (
    <span className={styles.mark}>
      <SpokenOnly>Moves</SpokenOnly>
    </span>
  );
}
