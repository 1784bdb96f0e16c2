import { type ReactNode, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { clockTexts } from '#domain/clock/clock.ts';
import styles from './WallPreview.module.css';

export const USUAL_SCREEN = { width: 1024, height: 768 };

interface Props {
  /** The size of the tablet's screen in pixels. */
  width: number;
  height: number;
  children: ReactNode;
}

/** A small screen with the proportions of a tablet, whose content is drawn in the tablet's own pixels. */
export function WallBox({ width, height, children }: Props) {
  const { frame, scale } = useScale(width);
  const wall = useCallback(
    (element: HTMLDivElement | null) => element?.style.setProperty('--wall-unit', `${Math.min(width, height) / 100}px`),
    [width, height],
  );
  return (
    <div
      ref={frame}
      className={styles.frame}
      style={{ aspectRatio: `${width} / ${height}`, maxWidth: `${(24 * width) / height}rem` }}
    >
      <div
        ref={wall}
        aria-hidden="true"
        className={styles.wall}
        style={{ width, height, transform: `scale(${scale})` }}
      >
        {children}
      </div>
    </div>
  );
}

interface Scale {
  /** The element that the drawing has to fit into. */
  frame: RefObject<HTMLDivElement | null>;
  scale: number;
}

/** The factor by which something of this width is scaled down to fit into an element. */
function useScale(width: number): Scale {
  const frame = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = () => setScale(element.clientWidth / width);
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [width]);
  return { frame, scale };
}

interface ClockPreviewProps {
  settings: TabletSettings;
  now: Date;
  /** The size of the screen in pixels. */
  height: number;
  width: number;
  isDim?: boolean;
}

/** The clock on the wall, by day or dark as at night. */
export function ClockPreview({ settings, now, width, height, isDim = false }: ClockPreviewProps) {
  const { time, half, weekday, date } = clockTexts(now, settings);
  return (
    <div className={styles.clock} data-dim={isDim || undefined} style={{ fontSize: Math.min(height / 3, width / 4) }}>
      <p className={styles.time}>
        {time}
        {half !== undefined && <span className={styles.half}>{half}</span>}
      </p>
      <p className={styles.day} dir="auto">
        <bdi>{weekday}</bdi> · <bdi>{date}</bdi>
      </p>
    </div>
  );
}
