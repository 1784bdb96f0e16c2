import { memo } from 'react';
import type { NodeStatus } from '#contract/schemas/sockets.ts';
import { describeDay } from '#domain/nodes/dayStrip.ts';
import type { DayStrips } from './useDayStrips.ts';

export function dayDescriptionId(nodeId: string): string {
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
