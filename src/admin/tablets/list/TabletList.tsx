import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Album } from '#contract/photos/schemas.ts';
import type { Tablet } from '#contract/tablets/schemas.ts';
import { describeDay } from '#domain/day/dayStrip.ts';
import { tabletDay, type TabletFact, tabletFacts, tabletShows } from '#domain/tablets/tabletFacts.ts';
import { arrangedTablets, tabletsSummary, endText, tabletState } from '#domain/tablets/tabletState.ts';
import { servedVersion } from '#src/admin/session/servedVersion.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import { DayLegend, DayStrip } from '#src/admin/day/DayStrip.tsx';
import { ShownNow, StateMark } from '../watch/LiveWall.tsx';
import markStyles from '#src/admin/shell/marks.module.css';
import styles from './TabletList.module.css';
import { Note, Text } from '#src/shared/ui/text/Text.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { SpokenOnly } from '#src/shared/ui/text/SpokenOnly.tsx';
import { joinClasses } from '#src/shared/ui/element.ts';

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
      {!isStale && (
        <Text size="l" strong>
          {tabletsSummary(tablets, now)}
        </Text>
      )}
      <Row gap={5} lineGap={3}>
        {tablets.length >= SEARCH_FROM && (
          <TextField
            className={styles.search}
            label="Find a tablet"
            type="search"
            autoComplete="off"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            hint={isSearching ? `${found.length} of ${tablets.length} tablets` : undefined}
          />
        )}
        <DayLegend of="tablets" />
      </Row>
      {found.length > 0 && (
        <ul className={joinClasses(styles.list, isStale && styles.stale)} aria-label="Tablets">
          {found.slice(0, shown).map((tablet) => (
            <TabletRow key={tablet.id} tablet={tablet} albums={albums} now={now} />
          ))}
        </ul>
      )}
      {found.length === 0 && <Text tone="quiet">No tablet has a name like that.</Text>}
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
    <li className={styles.row} data-mark={state.mark}>
      <ShownNow shows={isOver ? undefined : shows} />
      <Stack gap={0}>
        <Link to="/admin/tablets/$id" params={{ id: tablet.id }} className={styles.name}>
          <bdi>{tablet.name}</bdi>
        </Link>
        <Text size="s" className={markStyles.state} data-mark={state.mark}>
          <StateMark of={state.mark} />
          {state.text}
        </Text>
        {end !== undefined && <Note size="xs">{end}</Note>}
        {shows && !isOver && <Note size="xs">Shows {shows.text}</Note>}
      </Stack>
      {report && !isOver ? <FactList facts={tabletFacts(report, servedVersion())} /> : <span />}
      {!isOver && (
        <div className={styles.day}>
          <DayStrip strip={strip} />
          <SpokenOnly>Last 24 hours: {describeDay(strip)}</SpokenOnly>
        </div>
      )}
    </li>
  );
}

function FactList({ facts }: { facts: readonly TabletFact[] }) {
  return (
    <ul className={styles.facts} aria-label="What it tells">
      {facts.map(({ name, text, isNotable }) => (
        <Text as="li" key={name} tone={isNotable ? 'warm' : undefined} strong={isNotable}>
          {text}
        </Text>
      ))}
    </ul>
  );
}
