import { HISTORIES_MAX_NODES } from '#contract/sockets.ts';
import type { NodeHistories } from '#contract/schemas/sockets.ts';
import type { NodesConnection } from './nodesConnection.ts';

const LOOK_EVERY_MS = 250;
const FRESH_FOR_MS = 60_000;
/** The wait after a failed request: an older server may not know the request at all. */
const PAUSE_AFTER_FAILURE_MS = 15_000;

export interface DayFeed {
  /** Sets which nodes are on screen now. */
  show: (nodeIds: readonly string[]) => void;
  stop: () => void;
}

/** Requests the last 24 hours of the nodes that are shown, and again once a minute. */
export function feedDays(connection: NodesConnection, onHistories: (histories: NodeHistories) => void): DayFeed {
  const requestedAt = new Map<string, number>();
  let shown: readonly string[] = [];
  let isRequesting = false;
  let isStopped = false;
  let notBefore = 0;

  async function request(nodeIds: string[]): Promise<void> {
    isRequesting = true;
    const now = Date.now();
    try {
      const histories = await connection.nodeHistories(nodeIds);
      for (const nodeId of nodeIds) requestedAt.set(nodeId, now);
      if (!isStopped) onHistories(histories);
    } catch {
      // The table is shown without the nodes' last 24 hours until the server responds again.
      notBefore = Date.now() + PAUSE_AFTER_FAILURE_MS;
    }
    isRequesting = false;
  }

  function look(): void {
    const now = Date.now();
    if (isRequesting || now < notBefore || connection.state.name !== 'connected') return;
    const isDue = (nodeId: string) => Math.abs(now - (requestedAt.get(nodeId) ?? 0)) >= FRESH_FOR_MS;
    const due = shown.filter(isDue).slice(0, HISTORIES_MAX_NODES);
    if (due.length > 0) void request(due);
  }

  // Runs at intervals and not at each change: a table that is scrolled shows other nodes many times a second.
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    show: (nodeIds) => {
      shown = nodeIds;
    },
    stop: () => {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
