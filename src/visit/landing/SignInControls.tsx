import type { AuthResponse } from '#contract/users/schemas.ts';
import {
  fetchPasskeyChallenge,
  signInAsDevAdmin,
  signInAsDevUser,
  signInWithPasskey,
  spendSignInLink,
  signInWithApple,
} from '#src/shared/api/auth.ts';
import { type PasskeyChallenge, passkeyObstacle, signWithPasskey } from '#src/shared/device/passkeys.ts';
import { environment } from '#src/environment.ts';
import { useStoredUser } from '#src/shared/session/storedUser.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { LinkButton } from '#src/shared/ui/LinkButton.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';
import styles from './LandingScreen.module.css';
import type { SignIn } from './useSignIn.ts';
import apple from '#src/visit/apple/AppleSignIn.module.css';
import { useRef, useCallback, useEffect } from 'react';
import { repeat } from '#domain/timing.ts';
import { type PreparedAppleSignIn, prepareAppleSignIn } from '#src/visit/apple/applePopup.ts';

/** Warns the owner of a server in development mode. */
const DEVELOPMENT_SERVER = 'This is a development server: it lets people in without asking who they are.';

interface Props {
  linkToken: string | undefined;
  signIn: SignIn;
  /** Whether the page is about something else, such as connecting a screen. */
  isAside: boolean;
}

export function SignInControls({ linkToken, signIn, isAside }: Props) {
  const { production } = environment();
  return (
    <>
      <SignedIn />
      <div className={styles.controls}>
        {linkToken && !signIn.isLinkDead && <SignInLink token={linkToken} signIn={signIn} />}
        {production ? (
          <ProductionSignIn signIn={signIn} isMain={linkToken === undefined && !isAside} isAside={isAside} />
        ) : (
          <DevSignIn signIn={signIn} />
        )}
      </div>
      {!production && <Note>{DEVELOPMENT_SERVER}</Note>}
    </>
  );
}

/** Somebody who is signed in already need not do so again. */
function SignedIn() {
  const user = useStoredUser();
  if (!user) return null;
  return (
    <Stack>
      <p>You are signed in as {user.firstName || user.email}.</p>
      <LinkButton to="/admin" variant="primary" size="l">
        Open admin
      </LinkButton>
    </Stack>
  );
}

/** The ways that work on this server and in this browser. */
function ProductionSignIn({ signIn, isMain, isAside }: { signIn: SignIn; isMain: boolean; isAside: boolean }) {
  const hasApple = environment().appleClientId !== '';
  const isSignedIn = useStoredUser() !== undefined;
  const obstacle = passkeyObstacle();
  return (
    <>
      {hasApple && <AppleSignIn signIn={signIn} />}
      {obstacle === undefined && <PasskeySignIn signIn={signIn} isMain={isMain && !hasApple && !isSignedIn} />}
      {!hasApple && !(isAside && obstacle === undefined) && <WithoutApple obstacle={obstacle} />}
    </>
  );
}

/** The way to sign in for a person who has no passkey yet, or whose browser cannot use it here. */
function WithoutApple({ obstacle }: { obstacle: string | undefined }) {
  return (
    <Stack gap={2} className={styles.help}>
      {obstacle !== undefined && <p>{obstacle}</p>}
      <p>
        {obstacle === undefined ? 'No passkey on this device? ' : ''}
        Ask an admin for a sign-in link.
      </p>
      <details>
        <summary>Is this your own server?</summary>
        <p>
          Make a link where it runs: <code>npm run cli -- user sign-in-link EMAIL</code>
        </p>
      </details>
    </Stack>
  );
}

/** This button, not opening the link, uses up the one-time link, because chats open links to show previews. */
function SignInLink({ token, signIn }: { token: string; signIn: SignIn }) {
  const spend = () => signIn.attempt('sign-in link', () => spendSignInLink(token));
  return (
    <Button size="l" variant="primary" disabled={signIn.busy} onClick={() => void spend()}>
      Sign in
    </Button>
  );
}

function DevSignIn({ signIn }: { signIn: SignIn }) {
  return (
    <>
      <Button size="l" disabled={signIn.busy} onClick={() => void signIn.attempt('dev', signInAsDevUser)}>
        Sign in dev user
      </Button>
      <Button size="l" disabled={signIn.busy} onClick={() => void signIn.attempt('dev', signInAsDevAdmin)}>
        Sign in dev admin user
      </Button>
    </>
  );
}

/** Signs in with a passkey. Nobody types a name, because the passkey that the person picks names its owner. */
function PasskeySignIn({ signIn, isMain }: { signIn: SignIn; isMain: boolean }) {
  return (
    <Button
      size="l"
      variant={isMain ? 'primary' : 'secondary'}
      disabled={signIn.busy}
      onClick={() => void signIn.attempt('passkey', askForPasskey)}
    >
      Sign in with a passkey
    </Button>
  );
}

async function askForPasskey(): Promise<AuthResponse | undefined> {
  const signed = await signWithPasskey(await fetchPasskeyChallenge<PasskeyChallenge>());
  return signed && signInWithPasskey(signed);
}

/** Much shorter than the server's limit for the age of a nonce. */
const FRESH_FOR_MS = 5 * 60_000;

function AppleSignIn({ signIn }: { signIn: SignIn }) {
  const prepared = usePreparedApple();
  const open = async () => {
    try {
      const popup = await prepared.take();
      const payload = await popup.open();
      return payload && (await signInWithApple(payload));
    } finally {
      // A nonce is valid for one popup: another attempt needs a new one.
      prepared.prepare();
    }
  };
  return (
    <Button size="l" className={apple.apple} disabled={signIn.busy} onClick={() => void signIn.attempt('apple', open)}>
      <AppleLogo />
      Sign in with Apple
    </Button>
  );
}

function AppleLogo() {
  return (
    <svg width="22" height="22" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d="M12.152 6.896c-.948 0-2.415-1.078-3.96-1.04-2.04.027-3.91 1.183-4.961 3.014-2.117 3.675-.546 9.103 1.519 12.09 1.013 1.454 2.208 3.09 3.792 3.039 1.52-.065 2.09-.987 3.935-.987 1.831 0 2.35.987 3.96.948 1.637-.026 2.676-1.48 3.676-2.948 1.156-1.688 1.636-3.325 1.662-3.415-.039-.013-3.182-1.221-3.22-4.857-.026-3.04 2.48-4.494 2.597-4.559-1.429-2.09-3.623-2.324-4.39-2.376-2-.156-3.675 1.09-4.61 1.09zM15.53 3.83c.843-1.012 1.4-2.427 1.245-3.83-1.207.052-2.662.805-3.532 1.818-.78.896-1.454 2.338-1.273 3.714 1.338.104 2.715-.688 3.559-1.701" />
    </svg>
  );
}

/**
 * Apple's script and a nonce, fetched when the page is shown and not at the click: Safari blocks a popup that opens
 * only after a round trip to a server. A failure to fetch them is reported only when somebody clicks.
 */
function usePreparedApple() {
  const ready = useRef<{ signIn: Promise<PreparedAppleSignIn>; at: number }>(undefined);
  const prepare = useCallback(() => {
    const signIn = prepareAppleSignIn();
    signIn.catch(() => (ready.current = undefined));
    ready.current = { signIn, at: Date.now() };
  }, []);
  useEffect(() => {
    prepare();
    return repeat(FRESH_FOR_MS, prepare);
  }, [prepare]);

  const take = () => {
    const taken = ready.current;
    ready.current = undefined;
    // Timers stand still while the computer sleeps, so the age is taken from the clock.
    return taken && Date.now() - taken.at < FRESH_FOR_MS * 2 ? taken.signIn : prepareAppleSignIn();
  };
  return { prepare, take };
}
