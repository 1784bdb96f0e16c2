import { MESSAGES } from '../../../domain/messages.ts';
import styles from './DropOverlay.module.css';

export function DropOverlay({ albumName }: { albumName: string | undefined }) {
  return (
    <div className={styles.overlay}>
      <p className={styles.text}>
        {albumName === undefined ? MESSAGES.selectAlbumFirst : `Drop to add to “${albumName}”`}
      </p>
    </div>
  );
}
