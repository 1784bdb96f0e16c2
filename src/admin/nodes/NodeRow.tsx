import { Link } from '@tanstack/react-router';
import { type ComponentProps, memo, useEffect, useRef, useState } from 'react';
import type { NodeStatus } from '#contract/nodes/socketEvents.ts';
import { mediumDate } from '#domain/clock/mediumDate.ts';
import { type Quarter, describeDay, dayStrip } from '#domain/day/dayStrip.ts';
import { ageText, NEVER } from '#domain/clock/age.ts';
import { punctuality, type Punctuality } from '#domain/nodes/nodeList.ts';
import { type DayFeed, feedDays } from './socket/nodeFeeds.ts';
import type { NodesConnection } from './socket/nodesConnection.ts';
import { DayStrip } from '#src/admin/day/DayStrip.tsx';
import markStyles from '#src/admin/shell/marks.module.css';
import styles from './NodeRow.module.css';
import { Note, Text } from '#src/shared/ui/text/Text.tsx';

interface Props {
  nodeId: string;
  lastHeartbeat: string | null;
  ageMs: number | null;
  strip: Quarter[] | undefined;
  /** Such as 'muted'. */
  mark: string | undefined;
  /** Whether the last ping said that something failed. */
  isFailing: boolean;
  /** The row's number in the whole table, of which perhaps only a part is rendered. */
  rowIndex: number;
  fixedHeight: boolean;
}

export const LEVEL_LOOKS: Record<Punctuality, Pick<ComponentProps<typeof Text>, 'tone' | 'strong'>> = {
  onTime: {},
  late: { tone: 'warm', strong: true },
  silent: { tone: 'danger', strong: true },
  never: { tone: 'quiet' },
};

export const NodeRow = memo(function NodeRow({
  nodeId,
  lastHeartbeat,
  ageMs,
  strip,
  mark,
  isFailing,
  rowIndex,
  fixedHeight,
}: Props) {
  const level = punctuality(ageMs);
  return (
    <tr className={fixedHeight ? `${styles.row} ${styles.fixed}` : styles.row} aria-rowindex={rowIndex}>
      <td aria-describedby={strip && dayDescriptionId(nodeId)}>
        <NodeLink nodeId={nodeId} />
        <DayStrip strip={strip} />
      </td>
      <Text as="td" digits>
        {lastHeartbeat === null ? NEVER : mediumDate(lastHeartbeat)}
      </Text>
      <Text as="td" digits {...LEVEL_LOOKS[level]}>
        <PunctualityMark of={level} />
        {ageText(ageMs)}
        {isFailing && (
          <Text as="span" className={styles.word} {...LEVEL_LOOKS.silent}>
            {' '}
            trouble
          </Text>
        )}
        {mark && (
          <Note as="span" size="xs" className={styles.word}>
            {' '}
            {mark}
          </Note>
        )}
      </Text>
    </tr>
  );
});

/**
 * Separate from the row, because the row's age changes every second, and a link takes far longer to render than a text.
 */
const NodeLink = memo(function NodeLink({ nodeId }: { nodeId: string }) {
  return (
    <Link to="/admin/circuit-tree/nodes/$id" params={{ id: nodeId }} className={styles.id} title={nodeId}>
      {nodeId}
    </Link>
  );
});

function dayDescriptionId(nodeId: string): string {
  return `day-of-${encodeURIComponent(nodeId)}`;
}

interface DayDescriptionsProps {
  nodes: readonly NodeStatus[];
  strips: DayStrips;
}

/** The last 24 hours of the nodes in words. They are outside the table, so that a cell's text is only the node's id. */
export const DayDescriptions = memo(function DayDescriptions({ nodes, strips }: DayDescriptionsProps) {
  return (
    <div hidden>
      {nodes.map(({ nodeId }) => {
        const strip = strips.get(nodeId);
        return strip && <p key={nodeId} id={dayDescriptionId(nodeId)}>{`Last 24 hours: ${describeDay(strip)}`}</p>;
      })}
    </div>
  );
});

type DayStrips = ReadonlyMap<string, Quarter[]>;

/** The last 24 hours of the nodes that are on screen. */
export function useDayStrips(connection: NodesConnection | undefined, onScreen: readonly NodeStatus[]): DayStrips {
  const [strips, setStrips] = useState<DayStrips>(new Map());
  const feed = useRef<DayFeed>(undefined);

  useEffect(() => {
    if (!connection) return undefined;
    const started = feedDays(connection, ({ listening, histories }) =>
      setStrips((before) => {
        const after = new Map(before);
        for (const { nodeId, heard } of histories) after.set(nodeId, dayStrip(heard, listening));
        return after;
      }),
    );
    feed.current = started;
    return () => started.stop();
  }, [connection]);
  useEffect(() => feed.current?.show(onScreen.map(({ nodeId }) => nodeId)));

  return strips;
}

/** A mark before words of the same meaning. The levels differ in shape as well as in colour. */
export function PunctualityMark({ of }: { of: Punctuality }) {
  return <span className={`${markStyles.mark} ${markStyles[of]}`} aria-hidden="true" />;
}
