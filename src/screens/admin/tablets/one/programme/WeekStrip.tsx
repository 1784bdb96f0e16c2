import type { TabletSettings } from '#contract/schemas/tabletSettings.ts';
import { placeInWeek, weekOf } from '#domain/tabletAdmin/programme/weekStrip.ts';
import type { Moment } from '#domain/tablets/programme.ts';
import styles from './Programme.module.css';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const DAY_MINUTES = 24 * 60;
const HOURS = [0, 6, 12, 18, 24];

interface Props {
  settings: Pick<TabletSettings, 'programme' | 'place'>;
  now: Moment;
}

/** This week as a drawing: which rule counts when. The sentences above say the same. */
export function WeekStrip({ settings, now }: Props) {
  const here = placeInWeek(now);
  return (
    <figure className={styles.week} aria-label="This week, by the numbers of the rules">
      {weekOf(settings, now).map((spans, day) => (
        <div key={DAYS[day]} className={styles.day}>
          <span className={styles.dayName}>{DAYS[day]}</span>
          <svg className={styles.bar} viewBox={`0 0 ${DAY_MINUTES} 60`} preserveAspectRatio="none" aria-hidden="true">
            {spans.map(({ from, to, rule }) => (
              <rect
                key={from}
                className={styles.span}
                data-shows={settings.programme[rule]?.shows ?? 'start'}
                x={from}
                width={to - from}
                height={60}
              />
            ))}
            {here.day === day && <rect className={styles.nowLine} x={here.minute - 4} width={8} height={60} />}
          </svg>
        </div>
      ))}
      <div className={styles.hours} aria-hidden="true">
        {HOURS.map((hour) => (
          <span key={hour}>{hour}:00</span>
        ))}
      </div>
    </figure>
  );
}
