import { HISTORIES_MAX_NODES, type NodeHistories } from '../contract/sockets.ts';
import type { NodesConnection } from './nodesConnection.ts';

const LOOK_EVERY_MS = 250;
const FRESH_FOR_MS = 60_000;
/** A server that does not answer may not know the question. */
const PAUSE_AFTER_FAILURE_MS = 15_000;

interface Wiring {
  /** The nodes somebody is looking at just now. */
  wanted: () => readonly string[];
  onHistories: (histories: NodeHistories) => void;
}

/** Asks for the last 24 hours of whichever nodes are wanted, and again once a minute. */
export function feedDays(connection: NodesConnection, { wanted, onHistories }: Wiring): () => void {
  const askedAt = new Map<string, number>();
  let asking = false;
  let stopped = false;
  let notBefore = 0;

  async function ask(nodeIds: string[]): Promise<void> {
    asking = true;
    const now = Date.now();
    try {
      const histories = await connection.nodeHistories(nodeIds);
      for (const nodeId of nodeIds) askedAt.set(nodeId, now);
      if (!stopped) onHistories(histories);
    } catch {
      // The table lives without the strips; they come when the server answers again.
      notBefore = Date.now() + PAUSE_AFTER_FAILURE_MS;
    }
    asking = false;
  }

  function look(): void {
    const now = Date.now();
    if (asking || now < notBefore || connection.state.name !== 'connected') return;
    const isDue = (nodeId: string) => Math.abs(now - (askedAt.get(nodeId) ?? 0)) >= FRESH_FOR_MS;
    const due = wanted().filter(isDue).slice(0, HISTORIES_MAX_NODES);
    if (due.length > 0) void ask(due);
  }

  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => {
    stopped = true;
    clearInterval(timer);
  };
}
