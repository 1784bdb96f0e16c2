import { useEffect, useReducer } from 'react';
import { NODE_HEALTH_REFRESH_MS } from '../../../contract/limits.ts';
import type { NodesConnection } from '../../../realtime/nodesConnection.ts';
import { feedStatuses } from '../../../realtime/statusFeed.ts';
import { healthReducer, type HealthState } from './healthState.ts';

export function useNodeStatuses(connection: NodesConnection | undefined): HealthState {
  const [state, dispatch] = useReducer(healthReducer, { phase: 'loading' });

  useEffect(() => {
    if (!connection) return undefined;
    return feedStatuses(connection, {
      onStatuses: (statuses) => dispatch({ type: 'answered', statuses, at: Date.now() }),
      onFailure: (reason) => dispatch({ type: 'unanswered', reason }),
    });
  }, [connection]);

  useEffect(() => {
    const timer = setInterval(() => dispatch({ type: 'ticked', at: Date.now() }), NODE_HEALTH_REFRESH_MS);
    return () => clearInterval(timer);
  }, []);

  return state;
}
