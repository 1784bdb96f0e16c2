import type { ConnectionState } from '../../realtime/nodesConnection.ts';
import styles from './ConnectionStatus.module.css';

interface Props {
  state: ConnectionState;
}

function explanation(state: ConnectionState): string | undefined {
  if (state.name === 'disconnected') return state.reason;
  if (state.name !== 'failed') return undefined;
  return state.credentialRefused ? state.reason : `${state.reason} – trying again`;
}

export function ConnectionStatus({ state }: Props) {
  const more = explanation(state);
  return (
    <p className={styles.status}>
      Status: <output className={`${styles.name} ${styles[state.name]}`}>{state.name}</output>
      {more && <span className={styles.more}>{more}</span>}
    </p>
  );
}
