import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Overview, TabletCounts } from '#contract/home/schemas.ts';
import { countOf } from '#domain/curation/counts.ts';
import { lateNodesText } from '#domain/nodes/nodeList.ts';
import { tabletCountsText } from '#domain/tablets/tabletState.ts';
import { bytesText } from '#domain/text/sizes.ts';
import { shapes } from '#src/shared/ui/shapes.ts';
import styles from './OverviewFacts.module.css';

interface Props {
  overview: Overview;
  /** Only people who may write have a trash. */
  mayWrite: boolean;
}

/** The library in a few numbers; each leads to its page. */
export function OverviewFacts({ overview: { library, space, nodes, tablets }, mayWrite }: Props) {
  return (
    <ul className={`${shapes.stack4} ${shapes.tiles}`} aria-label="At a glance">
      {library && (
        <Fact value={countOf(library.photos, 'photo')} more={`in ${countOf(library.albums, 'album')}`}>
          <Link
            to="/admin/photos"
            className={`${shapes.strong} ${shapes.fine} ${shapes.accent} ${shapes.bare} ${shapes.below} ${shapes.unmarked} ${styles.link}`}
          >
            See the albums
          </Link>
        </Fact>
      )}
      {space && (
        <Fact value={`${bytesText(space.used)} used`} more={`${bytesText(space.free)} free`}>
          {mayWrite && (
            <Link
              to="/admin/trash"
              className={`${shapes.strong} ${shapes.fine} ${shapes.accent} ${shapes.bare} ${shapes.below} ${shapes.unmarked} ${styles.link}`}
            >
              Open the trash
            </Link>
          )}
        </Fact>
      )}
      {tablets && <TabletsFact tablets={tablets} />}
      {nodes.total > 0 && (
        <Fact
          value={countOf(nodes.total, 'node')}
          more={lateNodesText(nodes.late, nodes.total)}
          isTrouble={nodes.late > 0}
        >
          <Link
            to="/admin/circuit-tree/health"
            className={`${shapes.strong} ${shapes.fine} ${shapes.accent} ${shapes.bare} ${shapes.below} ${shapes.unmarked} ${styles.link}`}
          >
            See the devices
          </Link>
        </Fact>
      )}
    </ul>
  );
}

function TabletsFact({ tablets }: { tablets: TabletCounts }) {
  const isNone = Object.values(tablets).every((count) => count === 0);
  return (
    <Fact {...tabletCountsText(tablets)}>
      <Link
        to="/admin/tablets"
        className={`${shapes.strong} ${shapes.fine} ${shapes.accent} ${shapes.bare} ${shapes.below} ${shapes.unmarked} ${styles.link}`}
      >
        {isNone ? 'Add a tablet' : 'See the tablets'}
      </Link>
    </Fact>
  );
}

interface FactProps {
  value: string;
  more: string;
  isTrouble?: boolean;
  /** A link whose pressable area is the whole fact. */
  children: ReactNode;
}

function Fact({ value, more, isTrouble = false, children }: FactProps) {
  return (
    <li className={`${shapes.card} ${shapes.stack1} ${shapes.relative} ${shapes.top} ${shapes.framed} ${styles.fact}`}>
      <p className={shapes.figure}>{value}</p>
      <p className={`${shapes.quiet} ${styles.more}`} data-trouble={isTrouble || undefined}>
        {more}
      </p>
      {children}
    </li>
  );
}
