import { memo } from 'react';
import type { NodeStatus } from '../../../contract/entities.ts';
import { describeDay } from '../../../domain/nodes/dayStrip.ts';
import { describingId } from './NodeRow.tsx';
import type { DayStrips } from './useDayStrips.ts';

interface Props {
  nodes: readonly NodeStatus[];
  strips: DayStrips;
}

/** The strips in words. Beside the table, because a cell's text is the node's id and nothing else. */
export const DayDescriptions = memo(function DayDescriptions({ nodes, strips }: Props) {
  return (
    <div hidden>
      {nodes.map(({ nodeId }) => {
        const strip = strips.get(nodeId);
        return strip && <p key={nodeId} id={describingId(nodeId)}>{`Last 24 hours: ${describeDay(strip)}`}</p>;
      })}
    </div>
  );
});
