import type { TabletSettings } from '#contract/schemas/tabletSettings.ts';
import { clockTexts } from '#domain/clock/clock.ts';
import styles from './WallPreview.module.css';
import shapes from '#src/ui/shapes.module.css';

interface Props {
  settings: TabletSettings;
  now: Date;
  /** The size of the screen in pixels. */
  height: number;
  width: number;
  isDim?: boolean;
}

/** The clock on the wall, by day or dark as at night. */
export function ClockPreview({ settings, now, width, height, isDim = false }: Props) {
  const { time, half, weekday, date } = clockTexts(now, settings);
  return (
    <div
      className={`${shapes.middle} ${shapes.fill} ${styles.clock}`}
      data-dim={isDim || undefined}
      style={{ fontSize: Math.min(height / 3, width / 4) }}
    >
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
