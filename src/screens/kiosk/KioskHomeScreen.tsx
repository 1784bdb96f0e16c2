import { useNavigate } from '@tanstack/react-router';
import { VERSION_LABEL } from '../../environment.ts';
import { Logo } from '../../ui/Logo.tsx';
import { KioskHomeNotes } from './KioskHomeNotes.tsx';
import styles from './KioskHomeScreen.module.css';

export function KioskHomeScreen() {
  const navigate = useNavigate();
  return (
    <main className={styles.home}>
      <h1 className={styles.name}>
        <button type="button" className={styles.logo} title="Reload" onClick={() => window.location.reload()}>
          <Logo label="Circuit Tree" />
        </button>
      </h1>
      <nav className={styles.choices} aria-label="Kiosk">
        <button type="button" className={styles.choice} onClick={() => void navigate({ to: '/circuit-tree/clock' })}>
          <svg viewBox="0 0 64 64" aria-hidden="true">
            <circle cx="32" cy="32" r="24" />
            <path d="M32 17V32L42 42" />
            <circle className={styles.node} cx="32" cy="32" r="2.6" />
          </svg>
          Clock
        </button>
        <button type="button" className={styles.choice} onClick={() => void navigate({ to: '/circuit-tree/photos' })}>
          <svg viewBox="0 0 64 64" aria-hidden="true">
            <path d="M14 10H50L56 16V48L50 54H14L8 48V16Z" />
            <path d="M8 44L22 30L36 44L44 36L56 48" />
            <circle className={styles.node} cx="42" cy="23" r="4" />
          </svg>
          Photos
        </button>
      </nav>
      <KioskHomeNotes />
      <p className={styles.version}>{VERSION_LABEL}</p>
    </main>
  );
}
