import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import styles from './BrightnessRequest.module.css';
import type { LogEntry } from './useManualConnection.ts';

const DEFAULT_NODE_ID = 'test-node-1';
const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

interface Props {
  log: readonly LogEntry[];
  onGetBrightness: (nodeId: string) => Promise<void>;
}

export function BrightnessRequest({ log, onGetBrightness }: Props) {
  const [nodeId, setNodeId] = useState(DEFAULT_NODE_ID);
  return (
    <section className={styles.card} aria-label="Brightness">
      <form
        className={styles.request}
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
      <h2 className={styles.title}>Response log</h2>
      <div role="log" aria-label="Response log">
        <ol className={styles.entries} reversed>
          {log.map(({ id, at, nodeId: requestedId, outcome }) => (
            <li key={id} className={styles.entry}>
              <time dateTime={at.toISOString()}>{TIME.format(at)}</time>
              <span className={styles.nodeId}>{requestedId}</span>
              <span className={outcome.kind === 'error' ? styles.error : styles.reply}>{outcome.text}</span>
            </li>
          ))}
        </ol>
      </div>
      {log.length === 0 && <p className={styles.none}>Nothing yet.</p>}
    </section>
  );
}
