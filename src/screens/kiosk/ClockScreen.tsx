import { useNavigate } from '@tanstack/react-router';
import { useLayoutEffect, useState } from 'react';
import { useWakeLock } from '../../ui/useWakeLock.ts';
import { ClockFace } from './ClockFace.tsx';
import styles from './ClockScreen.module.css';
import { KioskBar } from './KioskBar.tsx';
import { useNow } from './useNow.ts';

/** index.html draws the clock before this code is here (src/firstFrame.ts); from now on it is drawn below. */
function useTakeOver(): void {
  useLayoutEffect(() => window.firstFrame?.remove(), []);
}

export function ClockScreen() {
  const navigate = useNavigate();
  const [barShown, setBarShown] = useState(false);
  const now = useNow();
  useWakeLock();
  useTakeOver();
  return (
    <main className={styles.screen}>
      <button
        type="button"
        className={styles.face}
        aria-label={barShown ? 'Hide the menu' : 'Show the menu'}
        aria-expanded={barShown}
        aria-describedby="clock"
        onClick={() => setBarShown((shown) => !shown)}
      />
      <KioskBar backLabel="< Home" onBack={() => void navigate({ to: '/circuit-tree' })} hidden={!barShown} floating />
      <ClockFace now={now} />
    </main>
  );
}
