import { useEffect, useReducer, useState } from 'react';
import { NODE_HEALTH_REFRESH_MS, RECONNECT_DELAY_MAX_MS } from '#contract/limits.ts';
import type { NodeStatus } from '#contract/nodes/socketEvents.ts';
import { repeat } from '#domain/timing.ts';
import { environment } from '#src/environment.ts';
import { type ConnectionState, NodesConnection } from './socket/nodesConnection.ts';
import { feedStatuses } from './socket/nodeFeeds.ts';
import { endUnlessElsewhere } from '#src/admin/session/adminCall.ts';

interface NodeHealth {
  connection: NodesConnection | undefined;
  health: HealthState;
}

/** The nodes' statuses, kept up to date over a connection of the screen's own. */
export function useNodeHealth(token: string): NodeHealth {
  const connection = useNodesConnection(token);
  const [health, dispatch] = useReducer(healthReducer, { phase: 'loading' });

  useEffect(() => {
    if (!connection) return undefined;
    return feedStatuses(connection, {
      onStatuses: (statuses) => dispatch({ type: 'loaded', statuses, at: Date.now() }),
      onFailure: (reason) => dispatch({ type: 'failed', reason }),
    });
  }, [connection]);

  useEffect(() => repeat(NODE_HEALTH_REFRESH_MS, () => dispatch({ type: 'ticked', at: Date.now() })), []);

  return { connection, health };
}

function isFinal(state: ConnectionState): boolean {
  return state.name === 'disconnected' || (state.name === 'failed' && state.credentialRefused);
}

/**
 * A connection with the signed-in user's token. When the server rejects or closes it, the session is over; if not,
 * another library was at the address, and the next connection may reach the user's own again.
 */
function useNodesConnection(token: string): NodesConnection | undefined {
  const [connection, setConnection] = useState<NodesConnection>();

  useEffect(() => {
    let opened: NodesConnection | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isClosed = false;

    function open() {
      opened?.close();
      const fresh = new NodesConnection({ url: environment().socketUrl, token });
      fresh.subscribe(() => {
        if (isFinal(fresh.state)) void leave();
      });
      opened = fresh;
      setConnection(fresh);
    }

    async function leave() {
      if ((await endUnlessElsewhere(token)) || isClosed) return;
      clearTimeout(timer);
      timer = setTimeout(open, RECONNECT_DELAY_MAX_MS);
    }

    // A connection can only be opened in an effect, which also closes it; the next render then uses it.
    open();
    return () => {
      isClosed = true;
      clearTimeout(timer);
      opened?.close();
    };
  }, [token]);

  return connection;
}

type HealthState =
  | { phase: 'loading' }
  /** Not even the first load has succeeded yet. */
  | { phase: 'failed'; reason: string }
  /** The last loaded statuses, also while newer loads fail; `now` moves on, and the nodes' ages with it. */
  | { phase: 'loaded'; statuses: NodeStatus[]; loadedAt: number; now: number };

type HealthAction =
  | { type: 'loaded'; statuses: NodeStatus[]; at: number }
  | { type: 'failed'; reason: string }
  | { type: 'ticked'; at: number };

/** After this time two refreshes have passed without a response, so the statuses count as old. */
export const STALE_AFTER_MS = 3_000;
/** While responses arrive, each of them updates `now`, and a tick in between would only render everything once more. */
const TICK_AFTER_MS = 1_500;

function healthReducer(state: HealthState, action: HealthAction): HealthState {
  if (action.type === 'loaded') {
    return { phase: 'loaded', statuses: action.statuses, loadedAt: action.at, now: action.at };
  }
  if (action.type === 'failed') {
    return state.phase === 'loaded' ? state : { phase: 'failed', reason: action.reason };
  }
  if (state.phase !== 'loaded' || action.at - state.loadedAt < TICK_AFTER_MS) return state;
  return { ...state, now: action.at };
}
