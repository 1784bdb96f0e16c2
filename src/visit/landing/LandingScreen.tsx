import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import type { KioskText } from '#domain/tablets/languages/kioskText.ts';
import { loadTexts } from '#domain/tablets/languages/loadTexts.ts';
import { textOf } from '#domain/records.ts';
import {
  sharePlaceIn,
  goOnTokenFrom,
  invitationTokenFrom,
  linkTokenFrom,
  setUpTokenFrom,
} from '#domain/access/links.ts';
import { FIRST_MESSAGES } from '#domain/firstMessages.ts';
import { setUpServer } from '#src/shared/api/auth.ts';
import { lastLanguage } from '#src/shared/device/tabletLanguage.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { LinkButton } from '#src/shared/ui/LinkButton.tsx';
import { Logo } from '#src/shared/ui/Logo.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { ConnectLink, ConnectPanel } from '#src/visit/connect/ConnectPanel.tsx';
import { InvitationPanel } from '#src/visit/invitations/InvitationPanel.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';
import styles from './LandingScreen.module.css';
import { SignInControls } from './SignInControls.tsx';
import { SetUpPanel } from '#src/visit/setUp/SetUpPanel.tsx';
import { type GoOnQuestion, useGoingOn } from './useGoingOn.ts';
import { useReturnToWall } from './useReturnToWall.ts';
import { type SignIn, useSignIn } from './useSignIn.ts';
import { PageTitle } from '#src/shared/ui/PageTitle.tsx';

const CONNECT: KioskText = 'Connect this screen';
const CONNECT_AGAIN: KioskText = 'This screen was disconnected';
const NOT_CONNECTED: KioskText = 'This screen is not connected';

/** The errors with which the kiosk's guard leads here. */
const OF_KIOSK: readonly (string | undefined)[] = [FIRST_MESSAGES.apiKeyRequired, FIRST_MESSAGES.apiKeyInvalid];

/** Loaded only by visitors. */
const SharedAlbumPage = lazy(async () => ({
  default: (await import('#src/visit/shares/SharedAlbumPage.tsx')).SharedAlbumPage,
}));

/** The links of visitors lead here too, and show the album that they open instead. */
export function LandingScreen() {
  const share = sharePlaceIn(`#${useLocation({ select: ({ hash }) => hash })}`);
  if (!share) return <Landing />;
  return (
    <Suspense>
      <SharedAlbumPage key={share.key} place={share} />
    </Suspense>
  );
}

function Landing() {
  const { error, connect } = useSearch({ from: '/' });
  const signIn = useSignIn();
  const linkToken = useLinkToken(linkTokenFrom);
  const setUpToken = useLinkToken(setUpTokenFrom);
  const invitation = useLinkToken(invitationTokenFrom);
  const question = useGoingOn(useLinkToken(goOnTokenFrom), signIn);
  useWallPage(OF_KIOSK.includes(error) || connect === 'again');
  useReturnToWall();

  if (setUpToken !== undefined) {
    const setUp = (name: string) =>
      void signIn.attempt('set-up link', () => setUpServer(setUpToken, name), '/admin/setup');
    const { busy, reason, failure } = signIn;
    return <SetUpPanel token={setUpToken} busy={busy} failure={reason ?? failure} onName={setUp} />;
  }
  if (invitation !== undefined) {
    return (
      <LinkPage title="Invitation – Circuit Tree">
        <InvitationPanel key={invitation} token={invitation} />
      </LinkPage>
    );
  }
  if (question) {
    return (
      <LinkPage title="Go On – Circuit Tree">
        <GoOnPanel question={question} signIn={signIn} />
      </LinkPage>
    );
  }
  return <FrontPage error={error} connect={connect} signIn={signIn} linkToken={linkToken} />;
}

interface FrontPageProps {
  error: string | undefined;
  connect: 'new' | 'again' | undefined;
  signIn: ReturnType<typeof useSignIn>;
  linkToken: string | undefined;
}

/** Signing in; on a screen that is no tablet yet, or no longer one, the letters that connect it. */
function FrontPage({ error, connect, signIn, linkToken }: FrontPageProps) {
  const comesFromKiosk = OF_KIOSK.includes(error);
  const isScreen = connect !== undefined || comesFromKiosk;
  const says = useScreenTexts(isScreen);
  const message = signIn.failure ?? (comesFromKiosk ? undefined : error);
  return (
    <main className={styles.screen}>
      <PageTitle>{isScreen ? `${CONNECT} – Circuit Tree` : 'Sign In – Circuit Tree'}</PageTitle>
      <div className={connect ? `${styles.card} ${styles.wideCard}` : styles.card}>
        <Logo label="Circuit Tree" className={connect ? styles.smallLogo : styles.logo} />
        <Heading level={1} size={connect ? 'l' : 'xxl'}>
          Circuit Tree
        </Heading>
        {message && (
          <Message kind="error">
            <p>{message}</p>
            {signIn.reason && <p>{signIn.reason}</p>}
          </Message>
        )}
        {connect && (
          <ConnectPanel
            title={says(connect === 'again' ? CONNECT_AGAIN : CONNECT)}
            isAgain={connect === 'again'}
            says={says}
          />
        )}
        {comesFromKiosk && <FromKiosk error={error} isPairing={connect !== undefined} says={says} />}
        {connect === 'new' ? (
          <Link to="/" className={styles.quiet}>
            {says('Sign in instead')}
          </Link>
        ) : (
          <SignInControls linkToken={linkToken} signIn={signIn} isAside={isScreen} />
        )}
        {!isScreen && <ConnectLink className={styles.quiet} />}
      </div>
    </main>
  );
}

/** The page of a link that asks something before anybody is signed in by it. */
function LinkPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.screen}>
      <PageTitle>{title}</PageTitle>
      <div className={styles.card}>
        <Logo label="Circuit Tree" className={styles.smallLogo} />
        <Heading level={1} size="l">
          Circuit Tree
        </Heading>
        {children}
      </div>
    </main>
  );
}

/** Asks a signed-in person whether to sign in as another one, whose session the link continues. */
function GoOnPanel({ question: { present, next, goOn }, signIn }: { question: GoOnQuestion; signIn: SignIn }) {
  const problem = signIn.reason ?? signIn.failure;
  return (
    <>
      <p>
        You are signed in here as <b>{`${present.firstName} (${present.email})`}</b>. This link goes on as{' '}
        <b>{`${next.firstName} (${next.email})`}</b>, and signs {present.firstName} out in this browser.
      </p>
      <Note>If you did not ask for this, stay signed in: somebody else may have made the link.</Note>
      {problem !== undefined && <Message kind="error">{problem}</Message>}
      <LinkButton to="/admin" variant="primary" size="l">
        Stay signed in as {present.firstName}
      </LinkButton>
      <Button size="l" disabled={signIn.busy || signIn.isLinkDead} onClick={goOn}>
        Go on as {next.firstName}
      </Button>
    </>
  );
}

interface FromKioskProps {
  error: string | undefined;
  /** Whether the code is already shown. */
  isPairing: boolean;
  says: (english: string) => string;
}

/** The text and the button for a screen on a wall without a valid key. */
function FromKiosk({ error, isPairing, says }: FromKioskProps) {
  return (
    <>
      {!isPairing && (
        <Heading level={2} size="xl">
          {says(NOT_CONNECTED)}
        </Heading>
      )}
      <Note role="alert">{error}</Note>
      {!isPairing && (
        <LinkButton to="/" search={{ connect: 'new' }} variant="primary" size="l">
          {says(CONNECT)}
        </LinkButton>
      )}
    </>
  );
}

/**
 * Keeps a screen on a wall as dark, and on a television as large, as its kiosk. On other devices this removes the rest
 * of the kiosk's first frame.
 */
function useWallPage(isWall: boolean): void {
  useLayoutEffect(() => {
    const { classList } = document.documentElement;
    classList.toggle('kiosk', isWall);
    return () => classList.remove('kiosk');
  }, [isWall]);
}

/**
 * Returns a function that translates into the language of the tablet that this screen was, or else into the browser's.
 * Texts without a translation stay as they are.
 */
function useScreenTexts(isNeeded: boolean): (english: string) => string {
  const [texts, setTexts] = useState<Record<string, string>>({});
  useEffect(() => {
    if (!isNeeded) return;
    void loadTexts(lastLanguage() ?? window.navigator.language).then(
      (loaded) => setTexts(loaded ?? {}),
      () => undefined,
    );
  }, [isNeeded]);
  return (english) => textOf(texts, english) || english;
}

/**
 * The token of a sign-in or invitation link, which `tokenFrom` finds. It is removed from the address at once, so that
 * nobody copies or bookmarks it. The `tokenFrom` of one link must stay the same function.
 */
function useLinkToken(tokenFrom: (fragment: string) => string | undefined): string | undefined {
  const [token, setToken] = useState(() => tokenFrom(window.location.hash));
  useEffect(() => {
    const take = () => {
      const found = tokenFrom(window.location.hash);
      if (!found) return;
      setToken(found);
      window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
    };
    take();
    // Opening a link in a tab that already shows the landing page changes the fragment and loads nothing.
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, [tokenFrom]);
  return token;
}
