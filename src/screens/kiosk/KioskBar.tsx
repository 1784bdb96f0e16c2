import type { ReactNode } from 'react';
import { KioskStatus } from './KioskStatus.tsx';
import styles from './KioskBar.module.css';

interface Props {
  backLabel: '< Home' | '< Back';
  onBack: () => void;
  title?: string;
  action?: ReactNode;
  /** Really hidden: neither seen nor reached by Tab. */
  hidden?: boolean;
  /** Over the screen instead of above it. */
  floating?: boolean;
}

/** The top bar of the kiosk's screens. */
export function KioskBar({ backLabel, onBack, title, action, hidden = false, floating = false }: Props) {
  return (
    <header className={`${styles.bar} ${floating ? styles.floating : ''}`} data-hidden={hidden || undefined}>
      <button type="button" className={styles.back} onClick={onBack}>
        {backLabel}
      </button>
      {title === undefined ? <span /> : <h1 className={styles.title}>{title}</h1>}
      <div className={styles.end}>
        <KioskStatus />
        {action}
      </div>
    </header>
  );
}
