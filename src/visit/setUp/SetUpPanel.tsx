import { Link } from '@tanstack/react-router';
import { type FormEvent, useCallback, useId, useState } from 'react';
import { serverMessage } from '#src/shared/api/http.ts';
import { checkSetUpLink } from '#src/shared/api/auth.ts';
import { PERSON_NAME_MAX_CHARACTERS } from '#contract/signIn/signIn.ts';
import { useLoaded } from '#src/shared/state/useRemoteResource.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Logo } from '#src/shared/ui/Logo.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { shapes } from '#src/shared/ui/shapes.ts';
import styles from './SetUpPanel.module.css';
import { PageTitle } from '#src/shared/ui/PageTitle.tsx';

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
    <main className={shapes.screen}>
      <PageTitle>Set Up – Circuit Tree</PageTitle>
      <div className={`${shapes.stack5} ${styles.card}`}>
        <Logo label="Circuit Tree" className={`${shapes.atCentre} ${styles.logo}`} />
        <h1 className={`${shapes.centred} ${shapes.large}`}>
          {link.failure === undefined ? 'Welcome' : 'Set up Circuit Tree'}
        </h1>
        {link.failure === undefined ? (
          <NameForm {...props} />
        ) : (
          <Unusable sentence={link.failure.sentence} onRetry={link.failure.isUnreachable ? link.check : undefined} />
        )}
      </div>
    </main>
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
    <form className={`${shapes.stack5} ${styles.form}`} noValidate onSubmit={send}>
      <p>This server is new, and it is yours. What shall it call you?</p>
      {failure && <Message kind="error">{failure}</Message>}
      <div className={shapes.stack1}>
        <label htmlFor={id} className={`${shapes.strong} ${shapes.fine}`}>
          Your name
        </label>
        <input
          id={id}
          className={`${shapes.heading} ${shapes.wide} ${shapes.surface} ${shapes.rounded} ${styles.input}`}
          autoComplete="name"
          // The only thing to do on this page.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          maxLength={PERSON_NAME_MAX_CHARACTERS}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <Button type="submit" size="l" variant="primary" disabled={busy || name.trim() === ''}>
        Begin
      </Button>
      <ol
        className={`${shapes.note} ${shapes.wrap} ${shapes.gap14} ${shapes.amid} ${styles.steps}`}
        aria-label="What comes next"
      >
        {STEPS.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </form>
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
      <Link
        to="/"
        reloadDocument
        className={`${shapes.strong} ${shapes.accent} ${shapes.touch} ${shapes.atCentre} ${styles.back}`}
      >
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
