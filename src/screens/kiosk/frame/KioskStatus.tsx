import { useWarmUpState } from '../../../offline/warmUp.ts';
import styles from './KioskStatus.module.css';

/** The quiet corner of every kiosk bar: how much of the album on screen is there without a network (DECISIONS §6). */
export function KioskStatus() {
  const state = useWarmUpState();
  if (!state || state.total === 0) return null;
  const text = `Offline ready ${state.ready}/${state.total}`;
  return <span className={styles.ready}>{state.isFull ? `${text} – storage full` : text}</span>;
}
