import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useWakeLock } from '../../../device/useWakeLock.ts';
import { ClockFace } from './ClockFace.tsx';
import styles from './ClockScreen.module.css';
import { KioskBar } from '../frame/KioskBar.tsx';
import { useNow } from './useNow.ts';

export function ClockScreen() {
  const navigate = useNavigate();
  const [barShown, setBarShown] = useState(false);
  const face = useRef<HTMLButtonElement>(null);
  const now = useNow();
  useWakeLock();
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return;
    setBarShown(false);
    // A hidden button would take the focus with it.
    face.current?.focus();
  };
  return (
    // Escape closes the menu wherever the focus is.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.screen} onKeyDown={closeOnEscape}>
      <KioskBar backLabel="< Home" onBack={() => void navigate({ to: '/circuit-tree' })} hidden={!barShown} floating />
      <main>
        <button
          ref={face}
          type="button"
          className={styles.face}
          aria-label={barShown ? 'Hide the menu' : 'Show the menu'}
          aria-expanded={barShown}
          aria-describedby="clock"
          onClick={() => setBarShown((shown) => !shown)}
        />
        <ClockFace now={now} />
      </main>
    </div>
  );
}
