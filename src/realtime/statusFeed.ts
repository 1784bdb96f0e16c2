import type { NodeStatus } from '../contract/entities.ts';
import { NODE_HEALTH_REFRESH_MS } from '../contract/limits.ts';
import { MESSAGES } from '../domain/messages.ts';
import type { NodesConnection } from './nodesConnection.ts';

interface Listener {
  onStatuses: (statuses: NodeStatus[]) => void;
  onFailure: (reason: string) => void;
}

/** A pause this long between two ticks means that the machine slept, and that its connections did not survive. */
const SLEPT_MS = 15_000;

/**
 * Asks for the node statuses once a second for as long as there is a connection, one question at a time, until the
 * function it answers is called.
 */
export function feedStatuses(connection: NodesConnection, { onStatuses, onFailure }: Listener): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let stopped = false;

  async function ask(): Promise<void> {
    if (asking) return;
    asking = true;
    const askedAt = Date.now();
    try {
      const statuses = await connection.nodeStatuses();
      if (!stopped) onStatuses(statuses);
    } catch (error) {
      if (!stopped) onUnanswered(error);
    }
    asking = false;
    const sinceAsked = Math.max(0, Date.now() - askedAt);
    if (!stopped) timer = setTimeout(refresh, Math.max(0, NODE_HEALTH_REFRESH_MS - sinceAsked));
  }

  function onUnanswered(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    // A line that is dead without knowing it answers nothing for a long time.
    if (reason === MESSAGES.timeout) connection.reconnect();
    onFailure(reason);
  }

  function refresh(): void {
    clearTimeout(timer);
    if (connection.state.name === 'connected') void ask();
  }

  function onStateChange(): void {
    const { state } = connection;
    if (state.name === 'connected') refresh();
    else if (state.name === 'failed') onFailure(state.reason);
  }

  const unsubscribe = connection.subscribe(onStateChange);
  const stopWatching = watchForReturns(() => connection.reconnect());
  onStateChange();

  return () => {
    stopped = true;
    clearTimeout(timer);
    unsubscribe();
    stopWatching();
  };
}

/** Says when the machine woke up or the network came back. */
function watchForReturns(onReturn: () => void): () => void {
  let tickedAt = Date.now();
  const tick = () => {
    const pause = Date.now() - tickedAt;
    tickedAt = Date.now();
    // A hidden tab's timers are slowed down as well, and its connection lives.
    if (pause > SLEPT_MS && document.visibilityState === 'visible') onReturn();
  };
  const timer = setInterval(tick, NODE_HEALTH_REFRESH_MS);
  window.addEventListener('online', onReturn);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', onReturn);
  };
}
