import { Link, useSearch } from '@tanstack/react-router';
import { signInAsDevAdmin, signInAsDevUser, spendSignInLink } from '../../api/auth.ts';
import { invitationTokenFrom, linkTokenFrom } from '../../domain/access/signInLink.ts';
import { environment } from '../../environment.ts';
import { Button } from '../../ui/Button.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { Message } from '../../ui/Message.tsx';
import { AppleSignIn } from './AppleSignIn.tsx';
import { ConnectPanel } from './connect/ConnectPanel.tsx';
import { InvitationPanel } from './invitation/InvitationPanel.tsx';
import styles from './LandingScreen.module.css';
import { useLinkToken } from './useLinkToken.ts';
import { type SignIn, useSignIn } from './useSignIn.ts';

/** Whoever reads this at a server that was meant for a household knows that it must not stay as it is. */
const DEVELOPMENT_SERVER = 'This is a development server: it lets people in without asking who they are.';

const CONNECT = 'Connect this screen';
const CONNECT_AGAIN = 'This screen needs to be connected again';

export function LandingScreen() {
  const { error, connect } = useSearch({ from: '/' });
  const signIn = useSignIn();
  const linkToken = useLinkToken(linkTokenFrom);
  const invitation = useLinkToken(invitationTokenFrom);
  const message = signIn.failure ?? error;

  if (invitation) {
    return (
      <main className={styles.page}>
        <title>Invitation – Circuit Tree</title>
        <div className={styles.card}>
          <Logo label="Circuit Tree" className={styles.smallLogo} />
          <h1 className={styles.smallTitle}>Circuit Tree</h1>
          <InvitationPanel key={invitation} token={invitation} />
        </div>
      </main>
    );
  }
  return (
    <main className={styles.page}>
      <title>{connect ? `${CONNECT} – Circuit Tree` : 'Sign In – Circuit Tree'}</title>
      <div className={connect ? styles.wideCard : styles.card}>
        <Logo label="Circuit Tree" className={connect ? styles.smallLogo : styles.logo} />
        <h1 className={connect ? styles.smallTitle : styles.title}>Circuit Tree</h1>
        {message && (
          <Message kind="error">
            <p>{message}</p>
            {signIn.deadLink && <p>{signIn.deadLink}. Any admin makes one on the page Users.</p>}
          </Message>
        )}
        {connect && <ConnectPanel title={connect === 'again' ? CONNECT_AGAIN : CONNECT} />}
        {connect === 'new' ? (
          <Link to="/" className={styles.quiet}>
            Sign in instead
          </Link>
        ) : (
          <SignInControls linkToken={linkToken} signIn={signIn} />
        )}
        {!connect && (
          <Link to="/" search={{ connect: 'new' }} className={styles.quiet}>
            {CONNECT}
          </Link>
        )}
      </div>
    </main>
  );
}

function SignInControls({ linkToken, signIn }: { linkToken: string | undefined; signIn: SignIn }) {
  const { production } = environment();
  return (
    <>
      <div className={styles.controls}>
        {linkToken && signIn.deadLink === undefined && <SignInLink token={linkToken} signIn={signIn} />}
        {production ? <AppleSignIn signIn={signIn} /> : <DevSignIn signIn={signIn} />}
      </div>
      {!production && <p className={styles.note}>{DEVELOPMENT_SERVER}</p>}
    </>
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
