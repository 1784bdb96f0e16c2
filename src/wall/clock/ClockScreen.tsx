import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { keepScreenOn } from '#src/shared/device/wakeLock.ts';
import { KioskBar } from '#src/wall/bars/KioskBar.tsx';
import { useTabletSettings } from '#src/shared/tablet/settings.ts';
import { useTexts } from '#src/shared/tablet/texts.ts';
import styles from './ClockScreen.module.css';
import { keepClockPainted } from './paintClock.ts';
import { PageTitle } from '#src/shared/ui/PageTitle.tsx';

export function ClockScreen() {
  const navigate = useNavigate();
  const text = useTexts();
  const [barShown, setBarShown] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(keepScreenOn, []);
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return;
    setBarShown(false);
    // The focus would be lost if it stayed on a button of the bar, which is now hidden.
    button.current?.focus();
  };
  return (
    // Escape closes the menu wherever the focus is.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.screen} onKeyDown={closeOnEscape}>
      <PageTitle>{text('Clock')}</PageTitle>
      <KioskBar backLabel="< Home" onBack={() => void navigate({ to: '/circuit-tree' })} hidden={!barShown} floating />
      <main>
        <button
          ref={button}
          type="button"
          className={styles.button}
          aria-label={text(barShown ? 'Hide the menu' : 'Show the menu')}
          aria-expanded={barShown}
          aria-describedby="clock"
          onClick={() => setBarShown((shown) => !shown)}
        />
        <ClockFace />
      </main>
    </div>
  );
}

/** Painted without React, because the first frame paints the very same face before React is loaded. */
function ClockFace() {
  const face = useRef<HTMLDivElement>(null);
  const { hours, locale } = useTabletSettings();
  useLayoutEffect(
    () => (face.current ? keepClockPainted(face.current, { hours, locale }) : undefined),
    [hours, locale],
  );
  return <div ref={face} />;
}
