import { useEffect, useReducer, useState } from 'react';
import { NODE_HEALTH_REFRESH_MS, RECONNECT_DELAY_MAX_MS } from '#contract/limits.ts';
import { environment } from '#src/environment.ts';
import { type ConnectionState, NodesConnection } from '#src/realtime/nodesConnection.ts';
import { feedStatuses } from '#src/realtime/nodeFeeds.ts';
import { endUnlessElsewhere } from '../session/adminCall.ts';
import { healthReducer, type HealthState } from './healthState.ts';

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

  useEffect(() => {
    const timer = setInterval(() => dispatch({ type: 'ticked', at: Date.now() }), NODE_HEALTH_REFRESH_MS);
    return () => clearInterval(timer);
  }, []);

  return { connection, health };
}

function isFinal(state: ConnectionState): boolean {
  return state.name === 'disconnected' || (state.name === 'failed' && state.credentialRefused);
}

/**
 * A connection with the signed-in user's token. When the server refuses or closes it, the session is over; where it is
 * not, another library was at the address, and the next connection may lead to the user's own again.
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
