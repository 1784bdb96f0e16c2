import { useEffect, useLayoutEffect, useRef } from 'react';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { beginningOf, needsAlbums, type Beginning } from '#domain/tablets/beginning.ts';
import { FIRST_NIGHT } from '#src/shared/device/firstFrame.ts';
import { idleForMs, isUntouched } from '#src/shared/device/lastInput.ts';
import { keepScreenOn } from '#src/shared/device/wakeLock.ts';
import { setDark } from '#src/shared/tablet/dark.ts';
import { beginAt, useTabletSettings } from '#src/shared/tablet/settings.ts';
import { useSlideshowOpen } from '#src/shared/offline/applyUpdates.ts';
import { useTexts } from '#src/shared/tablet/texts.ts';
import { WallMessage } from '#src/wall/bars/WallMessage.tsx';
import { loadAlbums } from '#src/shared/albums/albumData.ts';
import { keepClockPainted } from '#src/wall/clock/paintClock.ts';
import { useProgramme } from './useProgramme.ts';
import './dimWall.css';
import styles from './WallCover.module.css';

const PERCENT = 100;

interface KioskBrowser {
  getScreenBrightness: () => number;
  setScreenBrightness: (level: number) => void;
}

declare global {
  interface Window {
    /** The interface that Fully Kiosk Browser offers to pages. */
    fully?: Partial<KioskBrowser>;
  }
}

/** The time without a touch. A page that was never touched since it was loaded has been idle for ever. */
function idleMs(): number {
  return isUntouched() ? Infinity : idleForMs();
}

/** Makes the wall follow its programme. */
export function Programme({ apiKey }: { apiKey: string }) {
  const settings = useTabletSettings();
  const { cover, dim, beginning, refresh } = useProgramme(settings);
  const isDark = cover !== undefined;
  useLayoutEffect(() => {
    document.documentElement.classList.remove(FIRST_NIGHT);
    setDark(isDark);
    return () => setDark(false);
  }, [isDark]);
  useLayoutEffect(() => dimWall(dim), [dim]);
  useBeginning(apiKey, beginning);
  // A slideshow covers this page, and has the message itself.
  const isCovered = useSlideshowOpen();
  return (
    <>
      {!isCovered && <WallMessage />}
      {cover && <WallCover settings={settings} withClock={cover === 'dark-clock'} onTouched={refresh} />}
    </>
  );
}

function useBeginning(apiKey: string, beginning: Beginning): void {
  useEffect(() => {
    let isWanted = true;
    const follow = async () => {
      const albums = needsAlbums(beginning) ? await loadAlbums(apiKey) : [];
      if (isWanted) await beginAt(beginningOf(beginning, albums), idleMs);
    };
    // If the list of albums cannot be loaded, the tablet stays where it is. The next request of its settings applies
    // the rule.
    void follow().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [apiKey, beginning]);
}

/**
 * Covers everything with this percentage of black, and dims the backlight where a kiosk browser allows it; the returned
 * function ends both.
 */
function dimWall(percent: number): () => void {
  if (percent === 0) return () => undefined;
  const page = document.documentElement;
  page.style.setProperty('--wall-dim', String(percent / PERCENT));
  page.dataset.dim = '';
  const endBacklight = dimBacklight(percent);
  return () => {
    delete page.dataset.dim;
    endBacklight?.();
  };
}

function dimBacklight(percent: number): (() => void) | undefined {
  try {
    const { fully } = window;
    const before = fully?.getScreenBrightness?.();
    if (before === undefined || !fully?.setScreenBrightness) return undefined;
    fully.setScreenBrightness(Math.round((before * (PERCENT - percent)) / PERCENT));
    return () => fully.setScreenBrightness?.(before);
  } catch {
    return undefined;
  }
}

interface Props {
  settings: TabletSettings;
  withClock: boolean;
  onTouched: () => void;
}

/** Covers the wall, black or with a dark clock. Any touch shows the wall for a while. */
function WallCover({ settings, withClock, onTouched }: Props) {
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
