import { useEffect, useRef, useState } from 'react';
import { type ConnectionState, NodesConnection } from '../../realtime/nodesConnection.ts';

export interface LogEntry {
  id: number;
  at: Date;
  nodeId: string;
  outcome: { kind: 'reply'; text: string } | { kind: 'error'; text: string };
}

const MAX_ENTRIES = 200;
const NOT_CONNECTED: ConnectionState = { name: 'disconnected' };

/** One connection at a time, opened and closed by hand, and the log of its responses. */
export function useManualConnection() {
  const connection = useRef<NodesConnection>(undefined);
  const [state, setState] = useState(NOT_CONNECTED);
  /** True from the first successful connect until Disconnect, also while the connection is lost in between. */
  const [wasConnected, setWasConnected] = useState(false);
  const [log, setLog] = useState<LogEntry[]>([]);

  useEffect(() => () => connection.current?.close(), []);

  function closeConnection(): void {
    connection.current?.close();
    connection.current = undefined;
    setState(NOT_CONNECTED);
    setWasConnected(false);
  }

  function connect(url: string, apiKey: string): void {
    closeConnection();
    const opened = new NodesConnection({ url, token: apiKey });
    connection.current = opened;
    setState(opened.state);
    opened.subscribe(() => {
      if (connection.current !== opened) return;
      setState(opened.state);
      if (opened.state.name === 'connected') setWasConnected(true);
    });
  }

  function disconnect(): void {
    closeConnection();
    setLog([]);
  }

  async function getBrightness(nodeId: string): Promise<void> {
    const used = connection.current;
    if (!used) return;
    const outcome = await used.brightness(nodeId).then(
      (reply) => ({ kind: 'reply', text: JSON.stringify(reply) }) as const,
      (error: unknown) => ({ kind: 'error', text: error instanceof Error ? error.message : String(error) }) as const,
    );
    // Disconnect has cleared the log meanwhile: the response belongs to a closed connection.
    if (connection.current !== used) return;
    setLog((entries) =>
      [{ id: (entries[0]?.id ?? 0) + 1, at: new Date(), nodeId, outcome }, ...entries].slice(0, MAX_ENTRIES),
    );
  }

  return { state, wasConnected, log, connect, disconnect, getBrightness };
}
