import { useState } from 'react';
import type { Album } from '#contract/schemas/photos.ts';
import type { Tablet } from '#contract/schemas/tablets.ts';
import { arrangedTablets, tabletsSummary } from '#domain/tabletAdmin/tabletState.ts';
import { Button } from '#src/ui/Button.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { DayLegend } from '../../day/DayLegend.tsx';
import { TabletRow } from './TabletRow.tsx';
import styles from './TabletList.module.css';
import shapes from '#src/ui/shapes.module.css';

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
      <div className={`${shapes.line} ${styles.tools}`}>
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
      </div>
      {found.length > 0 && (
        <ul className={`${shapes.card} ${styles.list} ${isStale ? styles.stale : ''}`} aria-label="Tablets">
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
