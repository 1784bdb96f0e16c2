import { useEffect, useReducer, useState } from 'react';
import { NODE_HEALTH_REFRESH_MS } from '../../../contract/limits.ts';
import { environment } from '../../../environment.ts';
import { NodesConnection } from '../../../realtime/nodesConnection.ts';
import { feedStatuses } from '../../../realtime/statusFeed.ts';
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

/** A connection with the signed-in user's token. When the server refuses or closes it, the session is over. */
function useNodesConnection(token: string): NodesConnection | undefined {
  const [connection, setConnection] = useState<NodesConnection>();

  useEffect(() => {
    const opened = new NodesConnection({ url: environment().socketUrl, token });
    opened.subscribe(() => {
      const { state } = opened;
      if (state.name === 'disconnected' || (state.name === 'failed' && state.credentialRefused))
        void endUnlessElsewhere(token);
    });
    // A connection can only be opened in an effect, which also closes it; the next render then uses it.
    // oxlint-disable-next-line react/set-state-in-effect
    setConnection(opened);
    return () => opened.close();
  }, [token]);

  return connection;
}
