import { Link } from '@tanstack/react-router';
import type { Album } from '#contract/schemas/photos.ts';
import type { Tablet } from '#contract/schemas/tablets.ts';
import { describeDay } from '#domain/nodes/dayStrip.ts';
import { tabletDay, type TabletFact, tabletFacts, tabletShows } from '#domain/tabletAdmin/tabletFacts.ts';
import { endText, tabletState } from '#domain/tabletAdmin/tabletState.ts';
import { VERSION_LABEL } from '#src/environment.ts';
import { DayStrip } from '../../day/DayStrip.tsx';
import { ShownNow } from '../watch/ShownNow.tsx';
import { StateMark } from '../watch/StateMark.tsx';
import styles from './TabletRow.module.css';
import shapes from '#src/ui/shapes.module.css';

interface Props {
  tablet: Tablet;
  albums: readonly Album[];
  now: number;
}

export function TabletRow({ tablet, albums, now }: Props) {
  const { report } = tablet;
  const state = tabletState(tablet, now);
  const end = endText(tablet, now);
  const shows = report ? tabletShows(report, albums) : undefined;
  const strip = tabletDay(tablet, now);
  const isOver = state.mark === 'over';
  return (
    <li className={`${shapes.part} ${shapes.gap24} ${shapes.relative} ${styles.row}`} data-mark={state.mark}>
      <ShownNow shows={isOver ? undefined : shows} />
      <div className={shapes.stack}>
        <Link
          to="/admin/tablets/$id"
          params={{ id: tablet.id }}
          className={`${shapes.strong} ${shapes.words} ${styles.name}`}
        >
          <bdi>{tablet.name}</bdi>
        </Link>
        <p className={`${shapes.fine} ${styles.state}`}>
          <StateMark of={state.mark} />
          {state.text}
        </p>
        {end !== undefined && <p className={`${shapes.small} ${shapes.words}`}>{end}</p>}
        {tablet.keyWaiting && <p className={`${shapes.small} ${shapes.words}`}>Takes over its new key next</p>}
        {shows && !isOver && <p className={`${shapes.small} ${shapes.words}`}>Shows {shows.text}</p>}
      </div>
      {report && !isOver ? <FactList facts={tabletFacts(report, VERSION_LABEL)} /> : <span />}
      {!isOver && (
        <div className={styles.day}>
          <DayStrip strip={strip} />
          <span className={shapes.spoken}>Last 24 hours: {describeDay(strip)}</span>
        </div>
      )}
    </li>
  );
}

function FactList({ facts }: { facts: readonly TabletFact[] }) {
  return (
    <ul className={`${shapes.small} ${shapes.stack} ${styles.facts}`} aria-label="What it tells">
      {facts.map(({ name, text, isNotable }) => (
        <li key={name} className={isNotable && styles.notable}>
          {text}
        </li>
      ))}
    </ul>
  );
}
