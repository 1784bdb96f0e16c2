import { signInAsDevAdmin, signInAsDevUser, spendSignInLink } from '#src/shared/api/auth.ts';
import { environment } from '#src/environment.ts';
import { useStoredUser } from '#src/shared/session/storedUser.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { LinkButton } from '#src/shared/ui/LinkButton.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';
import styles from './LandingScreen.module.css';
import type { SignIn } from './useSignIn.ts';
import { SIGN_IN_WAYS } from '#src/visit/signInWays.ts';

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
  const isSignedIn = useStoredUser() !== undefined;
  const there = Object.entries(SIGN_IN_WAYS).filter(([, { isThere }]) => isThere());
  const offered = there.filter(([, { obstacle }]) => obstacle() === undefined);
  const obstacle = there.map(([, way]) => way.obstacle()).find((text) => text !== undefined);
  const isForAll = offered.some(([, { isForEveryDevice }]) => isForEveryDevice);
  return (
    <>
      {offered.map(([name, { Button: Way }], at) => (
        <Way key={name} signIn={signIn} isMain={isMain && at === 0 && !isSignedIn} />
      ))}
      {!isForAll && !(isAside && offered.length > 0) && <ByLink obstacle={obstacle} hasWay={offered.length > 0} />}
    </>
  );
}

/** The way to sign in for a person who has no other yet, or whose browser cannot use it here. */
function ByLink({ obstacle, hasWay }: { obstacle: string | undefined; hasWay: boolean }) {
  return (
    <Stack gap={2} className={styles.help}>
      {obstacle !== undefined && <p>{obstacle}</p>}
      <p>
        {hasWay ? 'No passkey on this device? ' : ''}
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
