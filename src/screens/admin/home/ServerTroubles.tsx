import { Link } from '@tanstack/react-router';
import type { ReadinessCode, ServerStatus } from '#contract/schemas/server.ts';
import { remedyOf } from '#domain/installation/troubles.ts';
import { Message } from '#src/ui/Message.tsx';
import styles from '../shell/MenuScreen.module.css';

/**
 * Tells an admin, in plain sentences, what keeps the server from doing all it should, and where that is mended. Shows
 * nothing while all is well.
 */
export function ServerTroubles({ reasons }: Pick<ServerStatus, 'reasons'>) {
  if (reasons.length === 0) return null;
  return (
    <Message kind="error">
      {reasons.map(({ code, message, detail }) => (
        <p key={code}>
          {message}
          {detail !== undefined && <span className={styles.detail}> The server says: {detail}</span>}{' '}
          <Remedy code={code} />
        </p>
      ))}
    </Message>
  );
}

function Remedy({ code }: { code: ReadinessCode }) {
  const { text, page } = remedyOf(code);
  return page ? <Link to={page}>{text}</Link> : <span>{text}</span>;
}
