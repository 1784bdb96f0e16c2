import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { shapes } from '#src/ui/shapes.ts';
import styles from './SocketTestScreen.module.css';

export interface LogEntry {
  id: number;
  at: Date;
  nodeId: string;
  outcome: { kind: 'reply'; text: string } | { kind: 'error'; text: string };
}

const DEFAULT_NODE_ID = 'test-node-1';
const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

interface Props {
  log: readonly LogEntry[];
  onGetBrightness: (nodeId: string) => Promise<void>;
}

export function BrightnessRequest({ log, onGetBrightness }: Props) {
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
