import { Link } from '@tanstack/react-router';
import { type FormEvent, useCallback, useId, useState } from 'react';
import { serverMessage } from '#src/shared/api/http.ts';
import { checkSetUpLink } from '#src/shared/api/auth.ts';
import { PERSON_NAME_MAX_CHARACTERS } from '#contract/signIn/signIn.ts';
import { useLoaded } from '#src/shared/state/useRemoteResource.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Logo } from '#src/shared/ui/Logo.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Text } from '#src/shared/ui/text/Text.tsx';
import { CentredPage } from '#src/visit/frame/CentredPage.tsx';
import styles from './SetUpPanel.module.css';

const UNREACHABLE = 'The server cannot be reached. Is it still running where it was started?';
const STEPS = ['Your photos', 'A screen on the wall', 'Done'];

interface Props {
  token: string;
  busy: boolean;
  /** Why the last attempt failed. */
  failure: string | undefined;
  onName: (name: string) => void;
}

/** The page of a new server's set-up link: the owner gives a name, and is signed in. */
export function SetUpPanel(props: Props) {
  const link = useLinkCheck(props.token);
  return (
    <CentredPage title="Set Up – Circuit Tree">
      <div className={styles.card}>
        <Logo label="Circuit Tree" className={styles.logo} />
        <Heading level={1} size="xxl" className={styles.title}>
          {link.failure === undefined ? 'Welcome' : 'Set up Circuit Tree'}
        </Heading>
        {link.failure === undefined ? (
          <NameForm {...props} />
        ) : (
          <Unusable sentence={link.failure.sentence} onRetry={link.failure.isUnreachable ? link.check : undefined} />
        )}
      </div>
    </CentredPage>
  );
}

function NameForm({ busy, failure, onName }: Props) {
  const [name, setName] = useState('');
  const id = useId();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && name.trim() !== '') onName(name.trim());
  };
  return (
    <Stack as="form" gap={5} className={styles.form} noValidate onSubmit={send}>
      <p>This server is new, and it is yours. What should it call you?</p>
      {failure && <Message kind="error">{failure}</Message>}
      <Stack gap={1}>
        <Text as="label" size="s" strong htmlFor={id}>
          Your name
        </Text>
        <input
          id={id}
          className={styles.input}
          autoComplete="name"
          // The only thing to do on this page.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          maxLength={PERSON_NAME_MAX_CHARACTERS}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Stack>
      <Button type="submit" size="l" variant="primary" disabled={busy || name.trim() === ''}>
        Begin
      </Button>
      <ol className={styles.steps} aria-label="What comes next">
        {STEPS.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Stack>
  );
}

function Unusable({ sentence, onRetry }: { sentence: string; onRetry: (() => void) | undefined }) {
  return (
    <>
      <Message
        kind="error"
        action={
          onRetry && (
            <Button size="s" onClick={onRetry}>
              Try again
            </Button>
          )
        }
      >
        {sentence}
      </Message>
      <Link to="/" reloadDocument className={styles.back}>
        Go to the start page
      </Link>
    </>
  );
}

/** Whether the link can be used; checked first, so that nobody types a name in vain. */
function useLinkCheck(token: string) {
  const check = useLoaded(useCallback(() => checkSetUpLink(token), [token]));
  const sentence = check.status === 'failed' ? serverMessage(check.error) : undefined;
  return {
    failure: check.status === 'failed' ? { sentence: sentence ?? UNREACHABLE, isUnreachable: !sentence } : undefined,
    check: check.retry,
  };
}
