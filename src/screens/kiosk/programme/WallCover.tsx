import { useEffect, useLayoutEffect, useRef } from 'react';
import type { TabletSettings } from '#contract/schemas/tabletSettings.ts';
import { keepScreenOn } from '#src/device/wakeLock.ts';
import { useSlideshowOpen } from '#src/offline/applyUpdates.ts';
import { useTexts } from '#src/tablet/texts.ts';
import { keepClockPainted } from '../clock/paintClock.ts';
import styles from './WallCover.module.css';

interface Props {
  settings: TabletSettings;
  withClock: boolean;
  onTouched: () => void;
}

/** Covers the wall, black or with a dark clock. Any touch shows the wall for a while. */
export function WallCover({ settings, withClock, onTouched }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const text = useTexts();
  const isSlideshowOpen = useSlideshowOpen();
  useEffect(keepScreenOn, []);
  // The dialog that was opened last is on top: a slideshow that opens in the night must stay below.
  useLayoutEffect(() => {
    const cover = dialog.current;
    if (!cover) return undefined;
    cover.dataset.above = isSlideshowOpen ? 'slideshow' : 'page';
    cover.showModal();
    return () => cover.close();
  }, [isSlideshowOpen]);
  return (
    <dialog
      ref={dialog}
      className={styles.cover}
      aria-label={text('Night')}
      onCancel={(event) => {
        event.preventDefault();
        onTouched();
      }}
    >
      {withClock && <DarkClock hours={settings.hours} locale={settings.locale} />}
      <button type="button" className={styles.touch} aria-label={text('Show the wall')} onClick={onTouched} />
    </dialog>
  );
}

function DarkClock({ hours, locale }: Pick<TabletSettings, 'hours' | 'locale'>) {
  const face = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () => (face.current ? keepClockPainted(face.current, { hours, locale }) : undefined),
    [hours, locale],
  );
  return (
    <div className={styles.clock}>
      <div ref={face} id="night-clock" />
    </div>
  );
}
