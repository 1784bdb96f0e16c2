import { useRef, useState } from 'react';
import { serverMessage } from '#src/shared/api/http.ts';
import { fetchSessions, endOneSession, endOtherSessions } from '#src/admin/api/sessions.ts';
import type { OwnAccount, SessionRecord } from '#contract/users/schemas.ts';
import { mayText } from '#domain/users/seenAlbums.ts';
import { whenText } from '#domain/clock/when.ts';
import { reader } from '#src/shared/session/reader.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { useAlbums } from '#src/admin/edits/useAlbums.ts';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { LoadFailureMessage } from '#src/admin/shell/LoadFailureMessage.tsx';
import { orReload, useAction } from '#src/admin/shell/useAction.ts';
import { useAdminResource, type AdminResource } from '#src/admin/shell/useAdminResource.ts';
import { useOwnAccount } from '#src/admin/shell/ownAccount.ts';
import { AccountTabs, GoOnByName } from './AccountHead.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Note, Text } from '#src/shared/ui/text/Text.tsx';
import { Card, CardRow } from '#src/shared/ui/layout/Card.tsx';
import styles from './SessionsScreen.module.css';
import { AdminTitle } from '#src/admin/shell/Section.tsx';

/** The devices on which the signed-in person is signed in. */
export function SessionsScreen() {
  const sessions = useAdminResource(fetchSessions);
  const account = useOwnAccount();
  const ending = useEndingSessions(sessions);
  const heading = useRef<HTMLHeadingElement>(null);

  // The button that was pressed disappears with its session.
  const thenFocusHeading = (end: Promise<void>) => void end.then(() => heading.current?.focus());
  // The sentence about the account would push down what stands below it.
  const isLoaded = sessions.data !== undefined && account.hasSettled;
  const hasOthers = sessions.data?.some(({ current }) => !current) ?? false;

  return (
    <>
      <AdminTitle>My Devices</AdminTitle>
      <AccountTabs />
      <Row gap={3} justify="between" className={styles.head}>
        <Heading level={1} ref={heading} tabIndex={-1} className={`${styles.title} ${styles.focused}`}>
          My Devices
        </Heading>
        {hasOthers && (
          <Button variant="danger" onClick={() => thenFocusHeading(ending.endOthers())}>
            Sign out all others
          </Button>
        )}
      </Row>
      <GoOnByName />
      <LoadFailureMessage text="Failed to load your devices" load={sessions} />
      {ending.failure && <Message kind="error">{ending.failure}</Message>}
      {ending.done && <Message kind="success">{ending.done}</Message>}
      {!isLoaded && !sessions.failure && <Note>Loading devices...</Note>}
      {isLoaded && account.data && <OwnRights account={account.data} />}
      {isLoaded && (
        <Card as="ul" aria-label="Devices">
          {sessions.data?.map((session) => (
            <SessionItem key={session.id} session={session} onEnd={() => thenFocusHeading(ending.endOne(session))} />
          ))}
        </Card>
      )}
      {sessions.hasSettled && account.hasSettled && (
        <Note>
          You are signed in on these devices. Sign out any that you do not recognise. A device that is not used for 30
          days is signed out automatically.
        </Note>
      )}
    </>
  );
}

/** Says what the person may do and see. */
function OwnRights({ account }: { account: OwnAccount }) {
  if (account.albumIds !== null) return <RightsInAlbums account={account} />;
  return <p>You may {mayText(account, undefined)}.</p>;
}

/** The same for somebody who sees some albums; their names are not part of the account. */
function RightsInAlbums({ account }: { account: OwnAccount }) {
  const { data: albums } = useAlbums();
  return <p>You may {mayText(account, albums)}. An admin chose these albums; what is below them belongs to them.</p>;
}

function SessionItem({ session, onEnd }: { session: SessionRecord; onEnd: () => void }) {
  const { device, firstSeenAt, lastSeenAt, current } = session;
  return (
    <CardRow>
      <div>
        <Text strong>{device}</Text>
        <Note size="xs">
          Signed in <time dateTime={firstSeenAt}>{whenText(firstSeenAt, reader())}</time>
        </Note>
        <Note size="xs">
          Last used {current ? 'now' : <time dateTime={lastSeenAt}>{whenText(lastSeenAt, reader())}</time>}
        </Note>
      </div>
      {current ? (
        <Text as="strong" size="s" tone="accent" className={styles.current}>
          This device
        </Text>
      ) : (
        <Button size="s" aria-label={`Sign out ${device}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </CardRow>
  );
}

interface EndingSessions {
  busy: boolean;
  /** A sentence about the sessions that have just ended. */
  done: string | undefined;
  failure: string | undefined;
  endOne: (session: SessionRecord) => Promise<void>;
  endOthers: () => Promise<void>;
}

function useEndingSessions(sessions: AdminResource<SessionRecord[]>): EndingSessions {
  const { busy, failure, run } = useAction();
  const [done, setDone] = useState<string>();

  const end = (call: (token: string) => Promise<void>, sentence: string) =>
    run(
      async () => {
        setDone(undefined);
        await orReload(sessions, () => adminCall(call));
        await sessions.reload();
        setDone(sentence);
      },
      (error) => serverMessage(error) ?? 'The server cannot be reached. No device was signed out.',
    );

  return {
    busy,
    done,
    failure,
    endOne: ({ id, device }) => end((token) => endOneSession(token, id), `${device} is signed out.`),
    endOthers: () => end(endOtherSessions, 'All other devices are signed out.'),
  };
}
