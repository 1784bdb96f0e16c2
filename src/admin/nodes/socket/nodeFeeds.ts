import { NODE_HEALTH_REFRESH_MS } from '#contract/limits.ts';
import type { NodeStatus, NodeHistories } from '#contract/nodes/socketEvents.ts';
import { HISTORIES_MAX_NODES } from '#contract/nodes/sockets.ts';
import { MESSAGES } from '#domain/messages.ts';
import { repeat } from '#domain/timing.ts';
import type { NodesConnection } from './nodesConnection.ts';

interface Listener {
  onStatuses: (statuses: NodeStatus[]) => void;
  onFailure: (reason: string) => void;
}

/** Two ticks this far apart mean that the machine was asleep, and no connection survives that. */
const ASLEEP_MS = 15_000;

/**
 * Requests the node statuses once a second while there is a connection, one request at a time, until the returned
 * function is called.
 */
export function feedStatuses(connection: NodesConnection, { onStatuses, onFailure }: Listener): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRequesting = false;
  let stopped = false;

  async function request(): Promise<void> {
    if (isRequesting) return;
    isRequesting = true;
    const requestedAt = Date.now();
    try {
      const statuses = await connection.nodeStatuses();
      if (!stopped) onStatuses(statuses);
    } catch (error) {
      if (!stopped) onError(error);
    }
    isRequesting = false;
    const elapsedMs = Math.max(0, Date.now() - requestedAt);
    if (!stopped) timer = setTimeout(refresh, Math.max(0, NODE_HEALTH_REFRESH_MS - elapsedMs));
  }

  function onError(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    // The connection may be dead, which the library alone would notice much later.
    if (reason === MESSAGES.timeout) connection.reconnect();
    onFailure(reason);
  }

  function refresh(): void {
    clearTimeout(timer);
    if (connection.state.name === 'connected') void request();
  }

  function onStateChange(): void {
    const { state } = connection;
    if (state.name === 'connected') refresh();
    else if (state.name === 'failed') onFailure(state.reason);
  }

  const unsubscribe = connection.subscribe(onStateChange);
  const stopWatching = onWakeUp(() => connection.reconnect());
  onStateChange();

  return () => {
    stopped = true;
    clearTimeout(timer);
    unsubscribe();
    stopWatching();
  };
}

/** Calls the listener when the machine woke up or the network came back. */
function onWakeUp(listener: () => void): () => void {
  let tickedAt = Date.now();
  const tick = () => {
    const pause = Date.now() - tickedAt;
    tickedAt = Date.now();
    // The timers of a hidden tab are slowed down too, but its connection stays alive.
    if (pause > ASLEEP_MS && document.visibilityState === 'visible') listener();
  };
  const stopTicking = repeat(NODE_HEALTH_REFRESH_MS, tick);
  window.addEventListener('online', listener);
  return () => {
    stopTicking();
    window.removeEventListener('online', listener);
  };
}

const CHECK_EVERY_MS = 250;
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

  function requestDue(): void {
    const now = Date.now();
    if (isRequesting || now < notBefore || connection.state.name !== 'connected') return;
    const isDue = (nodeId: string) => Math.abs(now - (requestedAt.get(nodeId) ?? 0)) >= FRESH_FOR_MS;
    const due = shown.filter(isDue).slice(0, HISTORIES_MAX_NODES);
    if (due.length > 0) void request(due);
  }

  // Runs at intervals and not at each change: a table that is scrolled shows different nodes many times a second.
  const stopChecking = repeat(CHECK_EVERY_MS, requestDue);
  return {
    show: (nodeIds) => {
      shown = nodeIds;
    },
    stop: () => {
      isStopped = true;
      stopChecking();
    },
  };
}
