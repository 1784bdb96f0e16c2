import { type ReactNode, useId } from 'react';
import type { NodeHistory } from '#contract/schemas/nodes.ts';
import { CHART_HEIGHT } from '#domain/nodes/chartPaths.ts';
import { type Range, shortNumber } from '#domain/nodes/historyWords.ts';
import shapes from '#src/ui/shapes.module.css';
import styles from './ChartFrame.module.css';

const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const MONTH = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' });
const FORMATS = { day: TIME, month: DAY, year: MONTH };
const TIMES = 5;

interface Props {
  title: string;
  /** The content of the chart, in words. */
  words: string;
  axis: Range;
  history: NodeHistory;
  children: ReactNode;
}

/** A chart with its title, what it shows in words, and its axes. */
export function ChartFrame({ title, words, axis, history, children }: Props) {
  const id = useId();
  const count = history.heartbeats.length;
  const end = Date.parse(history.until);
  const lengthMs = count * history.stepMinutes * 60_000;
  const times = Array.from({ length: TIMES }, (_, index) => end - lengthMs * (1 - index / (TIMES - 1)));
  return (
    <section className={`${shapes.stack2} ${shapes.slim}`} aria-labelledby={id}>
      <div className={`${shapes.wrap} ${shapes.gap14} ${styles.head}`}>
        <h2 id={id} className={shapes.heading}>
          {title}
        </h2>
        <p className={shapes.note}>{words}</p>
      </div>
      <div className={`${shapes.small} ${shapes.digits} ${styles.plot}`} aria-hidden="true">
        <span className={styles.high}>{shortNumber(axis.high)}</span>
        <span className={styles.low}>{shortNumber(axis.low)}</span>
        <svg
          className={`${shapes.wide} ${styles.drawing}`}
          viewBox={`0 0 ${count} ${CHART_HEIGHT}`}
          preserveAspectRatio="none"
        >
          {children}
        </svg>
        <div className={`${shapes.wrap} ${styles.times}`}>
          {times.map((time) => (
            <span key={time}>{FORMATS[history.span].format(time)}</span>
          ))}
        </div>
      </div>
    </section>
  );
}
