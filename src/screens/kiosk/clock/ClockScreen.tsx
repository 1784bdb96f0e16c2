import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { keepScreenOn } from '../../../device/wakeLock.ts';
import { KioskBar } from '../frame/KioskBar.tsx';
import styles from './ClockScreen.module.css';
import { keepClockPainted } from './paintClock.ts';

export function ClockScreen() {
  const navigate = useNavigate();
  const [barShown, setBarShown] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(keepScreenOn, []);
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return;
    setBarShown(false);
    // A hidden button would take the focus with it.
    button.current?.focus();
  };
  return (
    // Escape closes the menu wherever the focus is.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.screen} onKeyDown={closeOnEscape}>
      <KioskBar backLabel="< Home" onBack={() => void navigate({ to: '/circuit-tree' })} hidden={!barShown} floating />
      <main>
        <button
          ref={button}
          type="button"
          className={styles.button}
          aria-label={barShown ? 'Hide the menu' : 'Show the menu'}
          aria-expanded={barShown}
          aria-describedby="clock"
          onClick={() => setBarShown((shown) => !shown)}
        />
        <ClockFace />
      </main>
    </div>
  );
}

/** Painted without React, which would gain nothing from a render a second: the first frame shows the very same face. */
function ClockFace() {
  const face = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (face.current ? keepClockPainted(face.current) : undefined), []);
  return <div ref={face} />;
}
