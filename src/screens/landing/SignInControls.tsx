import type { AuthResponse } from '#contract/schemas/accounts.ts';
import {
  fetchPasskeyChallenge,
  signInAsDevAdmin,
  signInAsDevUser,
  signInWithPasskey,
  spendSignInLink,
} from '../../api/auth.ts';
import { type PasskeyChallenge, passkeyObstacle, signWithPasskey } from '../../device/passkeys.ts';
import { environment } from '../../environment.ts';
import { useStoredUser } from '../../session/storedUser.ts';
import { Button } from '../../ui/Button.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { AppleSignIn } from './AppleSignIn.tsx';
import { shapes } from '#src/ui/shapes.ts';
import styles from './LandingScreen.module.css';
import type { SignIn } from './useSignIn.ts';

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
      <div className={`${shapes.stack3} ${styles.controls}`}>
        {linkToken && !signIn.isLinkDead && <SignInLink token={linkToken} signIn={signIn} />}
        {production ? (
          <ProductionSignIn signIn={signIn} isMain={linkToken === undefined && !isAside} isAside={isAside} />
        ) : (
          <DevSignIn signIn={signIn} />
        )}
      </div>
      {!production && <p className={shapes.note}>{DEVELOPMENT_SERVER}</p>}
    </>
  );
}

/** Somebody who is signed in already need not do so again. */
function SignedIn() {
  const user = useStoredUser();
  if (!user) return null;
  return (
    <div className={shapes.stack3}>
      <p>You are signed in as {user.firstName || user.email}.</p>
      <LinkButton to="/admin" variant="primary" size="l">
        Open admin
      </LinkButton>
    </div>
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
    <div className={`${shapes.note} ${shapes.stack2} ${styles.help}`}>
      {obstacle !== undefined && <p>{obstacle}</p>}
      <p>
        {obstacle === undefined ? 'No passkey on this device? ' : ''}
        Ask an admin for a sign-in link.
      </p>
      <details>
        <summary>Is this your own server?</summary>
        <p>
          Make a link where it runs:{' '}
          <code className={`${shapes.sunken} ${shapes.mono} ${shapes.tiny} ${shapes.words}`}>
            npm run cli -- user sign-in-link EMAIL
          </code>
        </p>
      </details>
    </div>
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

/** Nobody types a name: the passkey that the person picks in the browser's dialog names its owner. */
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
