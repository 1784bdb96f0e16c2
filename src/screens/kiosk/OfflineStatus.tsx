import { useServerReachable } from '../../offline/connection.ts';
import { useWarmUpState } from '../../offline/warmUp.ts';
import styles from './OfflineStatus.module.css';

function WarmUpProgress() {
  const state = useWarmUpState();
  if (!state || state.total === 0) return null;
  const text = `Offline ready ${state.ready}/${state.total}`;
  return <span className={styles.ready}>{state.isFull ? `${text} – storage full` : text}</span>;
}

/** What the kiosk's bar says of the network: a mark while the server is out of reach, and how far the stock is. */
export function OfflineStatus() {
  const isReachable = useServerReachable();
  return (
    <>
      <WarmUpProgress />
      <output>{!isReachable && <span className={styles.offline}>Offline</span>}</output>
    </>
  );
}
