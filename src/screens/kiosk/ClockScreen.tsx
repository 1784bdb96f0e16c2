import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWakeLock } from '../../ui/useWakeLock.ts';
import { ClockFace } from './ClockFace.tsx';
import styles from './ClockScreen.module.css';
import { KioskBar } from './KioskBar.tsx';
import { useNow } from './useNow.ts';

export function ClockScreen() {
  const navigate = useNavigate();
  const [barShown, setBarShown] = useState(false);
  const now = useNow();
  useWakeLock();
  return (
    <div className={styles.screen}>
      <KioskBar backLabel="< Home" onBack={() => void navigate({ to: '/circuit-tree' })} hidden={!barShown} floating />
      <main>
        <button
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
