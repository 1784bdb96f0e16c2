import { useMemo, useState } from 'react';
import type { NodeMark } from '#contract/nodes/schemas.ts';
import type { NodeStatus } from '#contract/nodes/socketEvents.ts';
import { MESSAGES } from '#domain/messages.ts';
import {
  arrangeNodes,
  BY_NODE_ID,
  nextOrder,
  countNodes,
  nodesText,
  type Punctuality,
} from '#domain/nodes/nodeList.ts';
import type { NodesConnection } from './socket/nodesConnection.ts';
import { useStoredUser } from '#src/shared/session/storedUser.ts';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { DayLegend } from '#src/admin/day/DayStrip.tsx';
import { AdminTitle } from '#src/admin/shell/Section.tsx';
import { StaleNote } from '#src/admin/shell/LoadFailureMessage.tsx';
import { STALE_AFTER_MS, useNodeHealth } from './useNodeHealth.ts';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { TextLink } from '#src/shared/ui/text/TextLink.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Text } from '#src/shared/ui/text/Text.tsx';
import styles from './NodeOverview.module.css';
import { BrokerNodes, DroppedPings, useBrokerNodes } from './BrokerNodes.tsx';
import { NodeTable } from './NodeTable.tsx';
import { fetchNodeMarks } from '#src/admin/api/nodes.ts';
import { useAdminResource } from '#src/admin/shell/useAdminResource.ts';
import { PunctualityMark } from './NodeRow.tsx';

export function NodeHealthScreen() {
  const { connection, health } = useNodeHealth(useStoredUser()?.token ?? '');
  return (
    <>
      <AdminTitle>Node Health</AdminTitle>
      <Stack gap={1} align="start">
        <TextLink to="/admin/circuit-tree" className={styles.back}>
          {'< Back to Circuit Tree'}
        </TextLink>
        <Heading level={1}>Node Health</Heading>
      </Stack>
      {health.phase === 'loading' && <output>{MESSAGES.loadingNodeStatuses}</output>}
      {health.phase === 'failed' && (
        <Message kind="error">
          <p>{MESSAGES.nodeStatusesFailed}</p>
          <p>{health.reason}. Trying again…</p>
        </Message>
      )}
      {health.phase === 'loaded' && <NodeOverview connection={connection} {...health} />}
    </>
  );
}

interface SummaryProps {
  statuses: readonly NodeStatus[];
  elapsedMs: number;
  marks: ReadonlyMap<string, NodeMark>;
}

const REFRESH_MS = 10_000;

const SEARCH_FROM_NODES = 20;

interface Props {
  connection: NodesConnection | undefined;
  statuses: NodeStatus[];
  loadedAt: number;
  now: number;
}

/** The table of nodes. Above it: how many are late, or that the server does not respond. */
function NodeOverview({ connection, statuses, loadedAt, now }: Props) {
  const [order, setOrder] = useState(BY_NODE_ID);
  const [search, setSearch] = useState('');
  const marks = useNodeMarks();
  const broker = useBrokerNodes();
  const elapsedMs = Math.max(0, now - loadedAt);
  const stale = elapsedMs >= STALE_AFTER_MS;
  const nodes = useMemo(
    () => arrangeNodes(statuses, { order, search, elapsedMs }),
    [statuses, order, search, elapsedMs],
  );

  return (
    <>
      {stale && <StaleNote since={loadedAt} now={now} what="the nodes" />}
      {!stale && <Summary statuses={statuses} elapsedMs={elapsedMs} marks={marks} />}
      <DroppedPings broker={broker} now={now} />
      <Row gap={5} lineGap={3}>
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
        {statuses.length > 0 && <DayLegend of="nodes" />}
      </Row>
      <NodeTable
        connection={connection}
        nodes={nodes}
        marks={marks}
        elapsedMs={elapsedMs}
        stale={stale}
        order={order}
        onSort={(column) => setOrder((current) => nextOrder(current, column))}
      />
      {statuses.length === 0 && (
        <Text tone="quiet">
          No node has reported yet. A device with a node key appears here with its first heartbeat.
        </Text>
      )}
      {statuses.length > 0 && nodes.length === 0 && <Text tone="quiet">No node’s ID contains this text.</Text>}
      <BrokerNodes broker={broker} />
    </>
  );
}

/** The marks of nodes that report trouble, are muted or acknowledged, by their ids. */
function useNodeMarks(): ReadonlyMap<string, NodeMark> {
  const { data } = useAdminResource(fetchNodeMarks, { refreshMs: REFRESH_MS });
  return useMemo(() => new Map(data?.map((mark) => [mark.nodeId, mark])), [data]);
}

/** The number of late nodes and of those in trouble, and the time for which they are late. */
function Summary({ statuses, elapsedMs, marks }: SummaryProps) {
  const { onTime, late, silent, never } = countNodes(statuses, elapsedMs);
  const parts: { level: Punctuality; text: string; count: number }[] = [
    { level: 'onTime', text: `${onTime} on time`, count: onTime },
    { level: 'late', text: `${late} silent for a minute or more`, count: late },
    { level: 'silent', text: `${silent} for more than a day`, count: silent },
    { level: 'never', text: `${never} never heard`, count: never },
  ];
  const there = parts.filter(({ count }) => count > 0);
  const failing = [...marks.values()].filter(({ isFailing }) => isFailing).length;
  if (statuses.length === 0) return null;
  return (
    <Row gap={5} lineGap={2} align="baseline">
      <Text size="l" strong>
        {nodesText({ total: statuses.length, late: late + silent + never, failing })}
      </Text>
      {there.length > 1 && (
        <Row as="ul" gap={4} lineGap={1} align="stretch">
          {there.map(({ level, text }) => (
            <Text as="li" size="s" key={level}>
              <PunctualityMark of={level} />
              {text}
            </Text>
          ))}
        </Row>
      )}
    </Row>
  );
}
