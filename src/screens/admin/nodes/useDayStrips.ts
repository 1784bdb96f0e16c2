import { type RefObject, useEffect, useState } from 'react';
import { dayStrip, type Quarter } from '../../../domain/nodes/dayStrip.ts';
import { feedDays } from '../../../realtime/dayFeed.ts';
import type { NodesConnection } from '../../../realtime/nodesConnection.ts';

export type DayStrips = ReadonlyMap<string, Quarter[]>;

/** The last 24 hours of the nodes that are on screen. */
export function useDayStrips(
  connection: NodesConnection | undefined,
  onScreen: RefObject<readonly string[]>,
): DayStrips {
  const [strips, setStrips] = useState<DayStrips>(new Map());

  useEffect(() => {
    if (!connection) return undefined;
    return feedDays(connection, {
      wanted: () => onScreen.current,
      onHistories: ({ listening, histories }) =>
        setStrips((before) => {
          const after = new Map(before);
          for (const { nodeId, heard } of histories) after.set(nodeId, dayStrip(heard, listening));
          return after;
        }),
    });
  }, [connection, onScreen]);

  return strips;
}
