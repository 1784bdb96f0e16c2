import { useState, useRef, useEffect } from 'react';
import { type ConnectionState, NodesConnection } from '../socket/nodesConnection.ts';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Note, Text } from '#src/shared/ui/text/Text.tsx';
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
    <main className={styles.page}>
      <PageTitle>Nodes Socket Test</PageTitle>
      <Heading level={1}>Nodes socket test</Heading>
      <Stack as="section" gap={2} className={styles.panel} aria-label="Connection">
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
      </Stack>
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

const TONES = {
  connected: 'accent',
  connecting: 'warm',
  failed: 'danger',
  disconnected: 'quiet',
} as const satisfies Record<ConnectionState['name'], string>;

function ConnectionStatus({ state }: { state: ConnectionState }) {
  const more = explanation(state);
  return (
    <Row as="p" lineGap={1} align="baseline">
      Status:{' '}
      <Text as="output" tone={TONES[state.name]} className={styles.state}>
        {state.name}
      </Text>
      {more && <Note as="span">{more}</Note>}
    </Row>
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
    <Stack as="section" className={styles.panel} aria-label="Brightness">
      <Row
        as="form"
        gap={3}
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
      </Row>
      <Heading level={2} size="m">
        Response log
      </Heading>
      <div role="log" aria-label="Response log">
        <Stack as="ol" gap={1} className={styles.log} reversed>
          {log.map(({ id, at, nodeId: requestedId, outcome }) => (
            <Row key={id} as="li" gap={3} lineGap={1} align="stretch" className={styles.entry}>
              <time dateTime={at.toISOString()}>{TIME.format(at)}</time>
              <Text as="span" tone="quiet">
                {requestedId}
              </Text>
              <Text as="span" tone={outcome.kind === 'error' ? 'danger' : undefined}>
                {outcome.text}
              </Text>
            </Row>
          ))}
        </Stack>
      </div>
      {log.length === 0 && <Text tone="quiet">Nothing yet.</Text>}
    </Stack>
  );
}
