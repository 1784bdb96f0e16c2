import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Overview, TabletCounts } from '#contract/home/schemas.ts';
import { countOf } from '#domain/curation/counts.ts';
import { lateNodesText } from '#domain/nodes/nodeList.ts';
import { tabletCountsText } from '#domain/tablets/tabletState.ts';
import { bytesText } from '#domain/text/sizes.ts';
import { Tiles } from '#src/shared/ui/layout/Tiles.tsx';
import { Card } from '#src/shared/ui/layout/Card.tsx';
import { Text } from '#src/shared/ui/text/Text.tsx';
import styles from './OverviewFacts.module.css';

interface Props {
  overview: Overview;
  /** Only people who may write have a trash. */
  mayWrite: boolean;
}

/** The library in a few numbers; each leads to its page. */
export function OverviewFacts({ overview: { library, space, nodes, tablets }, mayWrite }: Props) {
  return (
    <Tiles as="ul" aria-label="At a glance">
      {library && (
        <Fact value={countOf(library.photos, 'photo')} more={`in ${countOf(library.albums, 'album')}`}>
          <Link to="/admin/photos" className={styles.link}>
            See the albums
          </Link>
        </Fact>
      )}
      {space && (
        <Fact value={`${bytesText(space.used)} used`} more={`${bytesText(space.free)} free`}>
          {mayWrite && (
            <Link to="/admin/trash" className={styles.link}>
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
          <Link to="/admin/circuit-tree/health" className={styles.link}>
            See the devices
          </Link>
        </Fact>
      )}
    </Tiles>
  );
}

function TabletsFact({ tablets }: { tablets: TabletCounts }) {
  const isNone = Object.values(tablets).every((count) => count === 0);
  return (
    <Fact {...tabletCountsText(tablets)}>
      <Link to="/admin/tablets" className={styles.link}>
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
    <Card as="li" className={styles.fact}>
      <Text size="l" strong>
        {value}
      </Text>
      <p className={styles.more} data-trouble={isTrouble || undefined}>
        {more}
      </p>
      {children}
    </Card>
  );
}
