import { useRef } from 'react';
import { fetchSessions } from '../../../api/sessions.ts';
import type { SessionRecord } from '../../../contract/entities.ts';
import { mediumDate } from '../../../domain/clock/mediumDate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Message } from '../../../ui/Message.tsx';
import { LoadFailureMessage } from '../frame/LoadFailureMessage.tsx';
import { useAdminResource } from '../frame/useAdminResource.ts';
import styles from './SessionsScreen.module.css';
import { useEndingSessions } from './useEndingSessions.ts';

/** Where the signed-in person is signed in. */
export function SessionsScreen() {
  const sessions = useAdminResource(fetchSessions);
  const ending = useEndingSessions(sessions);
  const heading = useRef<HTMLHeadingElement>(null);

  // The button that was pressed disappears with its session.
  const thenFocusHeading = (end: Promise<void>) => void end.then(() => heading.current?.focus());
  const hasOthers = sessions.data?.some(({ current }) => !current) ?? false;

  return (
    <>
      <title>Sessions</title>
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          Your Sessions
        </h1>
        {hasOthers && (
          <Button variant="danger" onClick={() => thenFocusHeading(ending.endOthers())}>
            End all others
          </Button>
        )}
      </div>
      <LoadFailureMessage text="Failed to load your sessions" load={sessions} />
      {ending.failure && <Message kind="error">{ending.failure}</Message>}
      {ending.done && <Message kind="success">{ending.done}</Message>}
      {!sessions.data && !sessions.failure && <p className={styles.quiet}>Loading sessions...</p>}
      {sessions.data && (
        <ul className={styles.list} aria-label="Sessions">
          {sessions.data.map((session) => (
            <SessionItem key={session.id} session={session} onEnd={() => thenFocusHeading(ending.endOne(session))} />
          ))}
        </ul>
      )}
      <p className={styles.quiet}>
        A session that you do not recognise? End it. Sessions that nobody uses end by themselves after 30 days.
      </p>
    </>
  );
}

function SessionItem({ session, onEnd }: { session: SessionRecord; onEnd: () => void }) {
  const { device, firstSeenAt, lastSeenAt, current } = session;
  return (
    <li className={styles.session}>
      <div>
        <p className={styles.device}>{device}</p>
        <p className={styles.times}>
          First seen <time dateTime={firstSeenAt}>{mediumDate(firstSeenAt)}</time>
        </p>
        <p className={styles.times}>
          Last seen {current ? 'now' : <time dateTime={lastSeenAt}>{mediumDate(lastSeenAt)}</time>}
        </p>
      </div>
      {current ? (
        <strong className={styles.current}>This session</strong>
      ) : (
        <Button size="s" aria-label={`End the session on ${device}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  );
}
