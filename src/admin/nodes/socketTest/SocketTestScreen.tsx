import { useState, useRef, useEffect } from 'react';
import { type ConnectionState, NodesConnection } from '../socket/nodesConnection.ts';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import { shapes } from '#src/shared/ui/shapes.ts';
import { ServerChoice } from './ServerChoice.tsx';
import styles from './SocketTestScreen.module.css';
import { PageTitle } from '#src/shared/ui/PageTitle.tsx';
import { Button } from '#src/shared/ui/Button.tsx';

const MAX_ENTRIES = 200;

const NOT_CONNECTED: ConnectionState = { name: 'disconnected' };

interface Props {
  apiKey: string;
  /** Puts the typed key into the address as well. */
  onApiKey: (apiKey: string) => void;
}

/** A screen for trying the nodes' socket by hand, against any server. */
export function SocketTestScreen({ apiKey: keyOfAddress, onApiKey }: Props) {
  const [apiKey, setApiKey] = useState(keyOfAddress);
  const test = useManualConnection();

  return (
    <main className={`${shapes.stack5} ${shapes.top} ${shapes.wide} ${shapes.whole} ${styles.page}`}>
      <PageTitle>Nodes Socket Test</PageTitle>
      <h1 className={shapes.title}>Nodes socket test</h1>
      <section
        className={`${shapes.stack2} ${shapes.surface} ${shapes.lifted} ${shapes.padded5}`}
        aria-label="Connection"
      >
        <TextField
          label="API key"
          value={apiKey}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => {
            setApiKey(target.value);
            onApiKey(target.value);
          }}
        />
        <ServerChoice onConnect={(url) => test.connect(url, apiKey)} onDisconnect={test.disconnect} />
        <ConnectionStatus state={test.state} />
      </section>
      {test.wasConnected && <BrightnessRequest log={test.log} onGetBrightness={test.getBrightness} />}
    </main>
  );
}

function explanation(state: ConnectionState): string | undefined {
  if (state.name === 'disconnected') return state.reason;
  if (state.name !== 'failed') return undefined;
  const { reason, detail } = state;
  return state.credentialRefused ? reason : `${reason}${detail === undefined ? '' : ` (${detail})`} – trying again`;
}

const LOOKS = {
  connected: shapes.accent,
  connecting: shapes.warm,
  failed: shapes.failed,
  disconnected: shapes.quiet,
} as const satisfies Record<ConnectionState['name'], string | undefined>;

function ConnectionStatus({ state }: { state: ConnectionState }) {
  const more = explanation(state);
  return (
    <p className={`${shapes.wrap} ${shapes.baseline} ${shapes.gap12}`}>
      Status: <output className={`${shapes.bold} ${LOOKS[state.name]}`}>{state.name}</output>
      {more && <span className={`${shapes.note} ${shapes.words}`}>{more}</span>}
    </p>
  );
}

/** One connection at a time, opened and closed by hand, and the log of its responses. */
function useManualConnection() {
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

interface LogEntry {
  id: number;
  at: Date;
  nodeId: string;
  outcome: { kind: 'reply'; text: string } | { kind: 'error'; text: string };
}

const DEFAULT_NODE_ID = 'test-node-1';

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

interface RequestProps {
  log: readonly LogEntry[];
  onGetBrightness: (nodeId: string) => Promise<void>;
}

function BrightnessRequest({ log, onGetBrightness }: RequestProps) {
  const [nodeId, setNodeId] = useState(DEFAULT_NODE_ID);
  return (
    <section
      className={`${shapes.stack3} ${shapes.lifted} ${shapes.surface} ${shapes.padded5}`}
      aria-label="Brightness"
    >
      <form
        className={shapes.line3}
        onSubmit={(event) => {
          event.preventDefault();
          void onGetBrightness(nodeId);
        }}
      >
        <TextField
          className={styles.node}
          label="Node ID"
          value={nodeId}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => setNodeId(target.value)}
        />
        <Button type="submit" variant="primary">
          Get Brightness
        </Button>
      </form>
      <h2 className={shapes.medium}>Response log</h2>
      <div role="log" aria-label="Response log">
        <ol className={`${shapes.stack1} ${shapes.fine} ${shapes.mono}`} reversed>
          {log.map(({ id, at, nodeId: requestedId, outcome }) => (
            <li key={id} className={`${shapes.wrap} ${shapes.gap13} ${shapes.words} ${styles.entry}`}>
              <time dateTime={at.toISOString()}>{TIME.format(at)}</time>
              <span className={shapes.quiet}>{requestedId}</span>
              <span className={outcome.kind === 'error' ? shapes.failed : undefined}>{outcome.text}</span>
            </li>
          ))}
        </ol>
      </div>
      {log.length === 0 && <p className={shapes.quiet}>Nothing yet.</p>}
    </section>
  );
}
