import { useEffect, useState } from 'react';
import { environment } from '../../../environment.ts';
import { NodesConnection } from '../../../realtime/nodesConnection.ts';
import { endSession } from '../../../session/storedUser.ts';

/** The screen's own connection; a refused token means that the session is over (DECISIONS §4). */
export function useNodesConnection(token: string): NodesConnection | undefined {
  const [connection, setConnection] = useState<NodesConnection>();

  useEffect(() => {
    const opened = new NodesConnection({ url: environment().socketUrl, token });
    opened.subscribe(() => {
      const { state } = opened;
      if (state.name === 'disconnected' || (state.name === 'failed' && state.credentialRefused)) endSession(token);
    });
    // A connection is opened and closed by an effect, and its owner renders with it from then on.
    // oxlint-disable-next-line react/set-state-in-effect
    setConnection(opened);
    return () => opened.close();
  }, [token]);

  return connection;
}
