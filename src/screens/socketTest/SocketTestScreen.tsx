import { useState } from 'react';
import type { ConnectionState } from '../../realtime/nodesConnection.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { BrightnessRequest } from './BrightnessRequest.tsx';
import { shapes } from '#src/ui/shapes.ts';
import { ServerChoice } from './ServerChoice.tsx';
import styles from './SocketTestScreen.module.css';
import { useManualConnection } from './useManualConnection.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';

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
  return state.credentialRefused ? state.reason : `${state.reason} – trying again`;
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
