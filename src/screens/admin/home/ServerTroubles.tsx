import type { ServerStatus } from '../../../contract/entities.ts';
import { Message } from '../../../ui/Message.tsx';
import styles from '../frame/MenuScreen.module.css';

/**
 * Tells an admin, in plain sentences, what keeps the server from doing all it should. Shows nothing while all is well.
 */
export function ServerTroubles({ reasons }: Pick<ServerStatus, 'reasons'>) {
  if (reasons.length === 0) return null;
  return (
    <Message kind="error">
      {reasons.map(({ code, message, detail }) => (
        <p key={code}>
          {message}
          {detail !== undefined && <span className={styles.detail}> The server says: {detail}</span>}
        </p>
      ))}
    </Message>
  );
}
