import { useEffect, useState } from 'react';
import type { Photo } from '#contract/photos/schemas.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { clockTexts, drift } from '#domain/clock/clock.ts';
import { longDate } from '#domain/clock/longDate.ts';
import { isRightToLeft } from '#domain/tablets/languages/isLocale.ts';
import styles from './PhotoOverlay.module.css';

const MINUTE_MS = 60_000;

/** The time, updated each minute. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), MINUTE_MS - (now.getTime() % MINUTE_MS));
    const update = () => setNow(new Date());
    document.addEventListener('visibilitychange', update);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [now]);
  return now;
}

interface Props {
  /** The photos on screen: one, or two side by side. */
  photos: readonly Photo[];
  settings: TabletSettings;
  /** Stands above the caption. */
  title?: string | undefined;
  /** The shape of the drawn wall; without it, the window's. */
  shape?: 'portrait' | 'landscape';
}

/**
 * The text over a photo, as set: a title, its caption, the day it was taken, and a small clock. It moves by a few pixels each
 * minute against burn-in. Sizes follow from the CSS variable --wall-unit, a hundredth of the screen's shorter side; a
 * smaller wall sets its own.
 */
export function PhotoOverlay({ photos, settings, title, shape }: Props) {
  const now = useMinute();
  const captions = settings.caption ? linesOf(photos.map(({ caption = '' }) => caption.trim())) : [];
  const dates = settings.date
    ? linesOf(photos.map(({ takenAt }) => (takenAt === undefined ? '' : longDate(takenAt, settings.locale))))
    : [];
  if (title === undefined && captions.length === 0 && dates.length === 0 && !settings.clockOverlay) return null;
  const { xPx, yPx } = drift(now.getTime());
  const { time, half } = clockTexts(now, settings);
  return (
    <div className={styles.overlay} data-shape={shape}>
      <div
        className={styles.lines}
        dir={isRightToLeft(settings.locale) ? 'rtl' : 'ltr'}
        style={{ transform: `translate(${xPx}px, ${yPx}px)` }}
      >
        <div className={styles.words} data-pair={captions.length > 1 || undefined}>
          {title !== undefined && <p className={styles.title}>{title}</p>}
          {captions.map((caption) => (
            <p key={caption} className={styles.caption} dir="auto">
              {caption}
            </p>
          ))}
          {dates.length > 0 && (
            <p className={styles.date} dir="auto">
              {dates.join(' · ')}
            </p>
          )}
        </div>
        {settings.clockOverlay && (
          <p className={styles.clock} dir="ltr">
            {time}
            {half && <span className={styles.half}>{half}</span>}
          </p>
        )}
      </div>
    </div>
  );
}

/** Leaves out empty lines and repetitions. */
function linesOf(lines: string[]): string[] {
  return [...new Set(lines.filter((line) => line !== ''))];
}
