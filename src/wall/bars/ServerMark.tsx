import { FIRST_MESSAGES } from '#domain/firstMessages.ts';
import { useKeyKnown } from '#src/shared/kioskKey/kioskKey.ts';
import { useServerReachable } from '#src/shared/offline/connection.ts';
import { useTexts } from '#src/shared/tablet/texts.ts';
import styles from './ServerMark.module.css';

/** A mark in a corner of every kiosk screen while the tablet uses only its stored data, with the reason. */
export function ServerMark() {
  const isReachable = useServerReachable();
  const isKnown = useKeyKnown();
  const text = useTexts();
  const why = isReachable ? FIRST_MESSAGES.tabletUnknown : 'Offline';
  return (
    <output className={styles.corner}>
      {!(isReachable && isKnown) && <span className={styles.mark}>{text(why)}</span>}
    </output>
  );
}
