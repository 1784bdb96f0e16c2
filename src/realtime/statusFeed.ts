import type { NodeStatus } from '#contract/schemas/sockets.ts';
import { NODE_HEALTH_REFRESH_MS } from '#contract/limits.ts';
import { MESSAGES } from '#domain/messages.ts';
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
    // The connection may be dead, which the library alone would notice only much later.
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
  const timer = setInterval(tick, NODE_HEALTH_REFRESH_MS);
  window.addEventListener('online', listener);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', listener);
  };
}
