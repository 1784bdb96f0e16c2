import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Album } from '#contract/photos/schemas.ts';
import type { Tablet } from '#contract/tablets/schemas.ts';
import { describeDay } from '#domain/nodes/dayStrip.ts';
import { tabletDay, type TabletFact, tabletFacts, tabletShows } from '#domain/tablets/tabletFacts.ts';
import { arrangedTablets, tabletsSummary, endText, tabletState } from '#domain/tablets/tabletState.ts';
import { servedVersion } from '#src/admin/session/servedVersion.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import { DayLegend, DayStrip } from '#src/admin/day/DayStrip.tsx';
import { ShownNow, StateMark } from '../watch/LiveWall.tsx';
import markStyles from '#src/admin/shell/marks.module.css';
import styles from './TabletList.module.css';
import { shapes } from '#src/shared/ui/shapes.ts';

const SEARCH_FROM = 8;
/** The number of tablets that each press adds: a thousand at once would be slow to draw every few seconds. */
const PAGE = 50;

interface Props {
  tablets: readonly Tablet[];
  albums: readonly Album[];
  now: number;
  isStale: boolean;
}

export function TabletList({ tablets, albums, now, isStale }: Props) {
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState(PAGE);
  const found = arrangedTablets(tablets, search);
  const isSearching = search.trim() !== '';
  return (
    <>
      {!isStale && <p className={shapes.figure}>{tabletsSummary(tablets, now)}</p>}
      <div className={`${shapes.line} ${shapes.gap35}`}>
        {tablets.length >= SEARCH_FROM && (
          <TextField
            className={shapes.limited}
            label="Find a tablet"
            type="search"
            autoComplete="off"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            hint={isSearching ? `${found.length} of ${tablets.length} tablets` : undefined}
          />
        )}
        <DayLegend of="tablets" />
      </div>
      {found.length > 0 && (
        <ul
          className={`${shapes.card} ${shapes.clip} ${styles.list} ${isStale ? styles.stale : ''}`}
          aria-label="Tablets"
        >
          {found.slice(0, shown).map((tablet) => (
            <TabletRow key={tablet.id} tablet={tablet} albums={albums} now={now} />
          ))}
        </ul>
      )}
      {found.length === 0 && <p className={shapes.quiet}>No tablet is called like that.</p>}
      {found.length > shown && (
        <Button onClick={() => setShown(shown + PAGE)}>Show {Math.min(PAGE, found.length - shown)} more</Button>
      )}
    </>
  );
}

interface TabletRowProps {
  tablet: Tablet;
  albums: readonly Album[];
  now: number;
}

function TabletRow({ tablet, albums, now }: TabletRowProps) {
  const { report } = tablet;
  const state = tabletState(tablet, now);
  const end = endText(tablet, now);
  const shows = tabletShows(tablet, albums, now);
  const strip = tabletDay(tablet, now);
  const isOver = state.mark === 'over';
  return (
    <li
      className={`${shapes.part} ${shapes.gap24} ${shapes.relative} ${shapes.padded} ${shapes.grid} ${shapes.tinted} ${styles.row}`}
      data-mark={state.mark}
    >
      <ShownNow shows={isOver ? undefined : shows} />
      <div className={shapes.stack}>
        <Link
          to="/admin/tablets/$id"
          params={{ id: tablet.id }}
          className={`${shapes.strong} ${shapes.words} ${shapes.bare} ${shapes.ink} ${shapes.unmarked} ${styles.name}`}
        >
          <bdi>{tablet.name}</bdi>
        </Link>
        <p className={`${shapes.fine} ${markStyles.state}`} data-mark={state.mark}>
          <StateMark of={state.mark} />
          {state.text}
        </p>
        {end !== undefined && <p className={`${shapes.small} ${shapes.words}`}>{end}</p>}
        {shows && !isOver && <p className={`${shapes.small} ${shapes.words}`}>Shows {shows.text}</p>}
      </div>
      {report && !isOver ? <FactList facts={tabletFacts(report, servedVersion())} /> : <span />}
      {!isOver && (
        <div className={styles.day}>
          <DayStrip strip={strip} />
          <span className={shapes.spokenOnly}>Last 24 hours: {describeDay(strip)}</span>
        </div>
      )}
    </li>
  );
}

function FactList({ facts }: { facts: readonly TabletFact[] }) {
  return (
    <ul className={`${shapes.small} ${shapes.stack} ${styles.facts}`} aria-label="What it tells">
      {facts.map(({ name, text, isNotable }) => (
        <li key={name} className={isNotable ? `${shapes.strong} ${shapes.warm}` : undefined}>
          {text}
        </li>
      ))}
    </ul>
  );
}
