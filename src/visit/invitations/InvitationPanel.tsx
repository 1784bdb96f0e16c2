import { useCallback, useState } from 'react';
import { serverMessage, statusOf } from '#src/shared/api/http.ts';
import type { OpenedInvitation } from '#contract/invitations/schemas.ts';
import { permissionWords } from '#domain/access/permissions.ts';
import { someNames } from '#domain/text/someNames.ts';
import { untilText } from '#domain/clock/when.ts';
import { reader } from '#src/shared/session/reader.ts';
import { storeSession } from '#src/shared/session/storedUser.ts';
import { useLoaded } from '#src/shared/state/useRemoteResource.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { LinkButton } from '#src/shared/ui/LinkButton.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';
import { SIGN_IN_WAYS } from '#src/visit/signInWays.ts';
import { acceptInvitation, openInvitation } from './invitationCalls.ts';
import styles from './InvitationPanel.module.css';

const OUT_OF_REACH = 'The server cannot be reached.';

type End =
  /** `final`: another attempt would fail too. */
  { kind: 'failed'; sentence: string; final: boolean } | { kind: 'accepted'; name: string };

/** Shows an opened invitation: its offer, a name to confirm, and then the ways to sign in later. */
export function InvitationPanel({ token }: { token: string }) {
  const [attempt, setAttempt] = useState(0);
  return <Attempt key={attempt} token={token} onRetry={() => setAttempt(attempt + 1)} />;
}

function Attempt({ token, onRetry }: { token: string; onRetry: () => void }) {
  const opened = useLoaded(useCallback(() => openInvitation(token), [token]));
  const [accepting, setEnd] = useState<End>();
  const end = accepting ?? (opened.status === 'failed' ? failed(opened.error) : undefined);

  if (!end && opened.status === 'loaded') return <AcceptForm token={token} invitation={opened.value} onEnd={setEnd} />;
  if (!end) return <Note>Opening your invitation...</Note>;
  if (end.kind === 'accepted') return <Accepted name={end.name} />;
  return (
    <>
      <Message kind="error">{end.sentence}</Message>
      {end.final ? (
        <LinkButton to="/" reloadDocument>
          Sign in instead
        </LinkButton>
      ) : (
        <Button onClick={onRetry}>Try again</Button>
      )}
    </>
  );
}

function failed(error: unknown): Extract<End, { kind: 'failed' }> {
  const status = statusOf(error);
  const final = status === 404 || status === 409 || status === 410;
  return { kind: 'failed', sentence: serverMessage(error) ?? OUT_OF_REACH, final };
}

interface FormProps {
  token: string;
  invitation: OpenedInvitation;
  onEnd: (end: End) => void;
}

function AcceptForm({ token, invitation, onEnd }: FormProps) {
  const { invitedBy, permissions, albums, until } = invitation;
  const [name, setName] = useState(invitation.name);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const accept = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const response = await acceptInvitation(token, name.trim());
      if (!response.success) return setFailure(response.message);
      const { success: _success, ...user } = response;
      storeSession(user);
      onEnd({ kind: 'accepted', name: user.firstName });
    } catch (error) {
      const next = failed(error);
      if (!next.final) setFailure(next.sentence);
      else onEnd(next);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Stack
      as="form"
      gap={4}
      className={styles.panel}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && name.trim() !== '') void accept();
      }}
    >
      <Heading level={2}>{invitedBy} invites you</Heading>
      <p>You may {permissionWords(permissions, albums && (someNames(albums) ?? 'no albums'))}.</p>
      {/* Not a field of the administration, whose code would be loaded with a page that everybody loads. */}
      <label className={styles.name}>
        Your name
        <input
          className={styles.input}
          autoComplete="name"
          maxLength={80}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      <Button type="submit" size="l" variant="primary" disabled={busy || name.trim() === ''}>
        Accept
      </Button>
      <Note>The invitation is open until {untilText(until, reader())}, and makes one account.</Note>
    </Stack>
  );
}

function Accepted({ name }: { name: string }) {
  const ways = Object.values(SIGN_IN_WAYS);
  const offered = ways.find(({ Offer, isThere, obstacle }) => Offer && isThere() && obstacle() === undefined);
  return (
    <Stack gap={4} className={styles.panel}>
      <Heading level={2}>Hello, {name}</Heading>
      <p>You are signed in on this device, until you sign out or nobody uses it for 30 days.</p>
      {offered?.Offer ? (
        <offered.Offer />
      ) : (
        <p>For another device, or to get in again, an admin makes you a sign-in link.</p>
      )}
      <LinkButton to="/admin" size="l" variant={offered ? undefined : 'primary'}>
        {offered ? 'Later' : 'Go on'}
      </LinkButton>
    </Stack>
  );
}
