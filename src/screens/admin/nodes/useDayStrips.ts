import { useEffect, useRef, useState } from 'react';
import type { NodeStatus } from '#contract/schemas/sockets.ts';
import { dayStrip, type Quarter } from '#domain/nodes/dayStrip.ts';
import { type DayFeed, feedDays } from '#src/realtime/nodeFeeds.ts';
import type { NodesConnection } from '#src/realtime/nodesConnection.ts';

export type DayStrips = ReadonlyMap<string, Quarter[]>;

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
