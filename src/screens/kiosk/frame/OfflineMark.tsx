import { useServerReachable } from '../../../offline/connection.ts';
import styles from './OfflineMark.module.css';

/** A mark in the corner of every kiosk screen while the server is out of reach. */
export function OfflineMark() {
  const isReachable = useServerReachable();
  return <output className={styles.corner}>{!isReachable && <span className={styles.mark}>Offline</span>}</output>;
}
