import { useMemo, useRef, useState } from 'react';
import type { NodeStatus } from '../../../contract/entities.ts';
import { arrangeNodes, BY_NODE_ID, nextOrder } from '../../../domain/nodes/nodeList.ts';
import type { NodesConnection } from '../../../realtime/nodesConnection.ts';
import { TextField } from '../../../ui/TextField.tsx';
import { DayLegend } from './DayLegend.tsx';
import { STALE_AFTER_MS } from './healthState.ts';
import styles from './NodeOverview.module.css';
import { NodeTable } from './NodeTable.tsx';
import { StaleNote } from './StaleNote.tsx';
import { Summary } from './Summary.tsx';
import { useDayStrips } from './useDayStrips.ts';

const SEARCH_FROM_NODES = 20;

interface Props {
  connection: NodesConnection | undefined;
  statuses: NodeStatus[];
  answeredAt: number;
  now: number;
}

/** The table, and around it what tells a sick fleet from a lost server at one look. */
export function NodeOverview({ connection, statuses, answeredAt, now }: Props) {
  const [order, setOrder] = useState(BY_NODE_ID);
  const [search, setSearch] = useState('');
  const onScreen = useRef<readonly string[]>([]);
  const strips = useDayStrips(connection, onScreen);
  const elapsedMs = Math.max(0, now - answeredAt);
  const stale = elapsedMs >= STALE_AFTER_MS;
  const nodes = useMemo(
    () => arrangeNodes(statuses, { order, search, elapsedMs }),
    [statuses, order, search, elapsedMs],
  );

  return (
    <>
      {stale && <StaleNote since={answeredAt} now={now} />}
      {!stale && <Summary statuses={statuses} elapsedMs={elapsedMs} />}
      <div className={styles.tools}>
        {statuses.length >= SEARCH_FROM_NODES && (
          <TextField
            className={styles.search}
            label="Find a node"
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            hint={search.trim() === '' ? undefined : `${nodes.length} of ${statuses.length} nodes`}
          />
        )}
        {statuses.length > 0 && <DayLegend />}
      </div>
      <NodeTable
        nodes={nodes}
        elapsedMs={elapsedMs}
        stale={stale}
        order={order}
        onSort={(column) => setOrder((current) => nextOrder(current, column))}
        strips={strips}
        onDrawn={(nodeIds) => {
          onScreen.current = nodeIds;
        }}
      />
      {statuses.length === 0 && (
        <p className={styles.none}>
          No node has reported yet. A device with a node key appears here with its first heartbeat.
        </p>
      )}
      {statuses.length > 0 && nodes.length === 0 && <p className={styles.none}>No node’s ID contains this text.</p>}
    </>
  );
}
