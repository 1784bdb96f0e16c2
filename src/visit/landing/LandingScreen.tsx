import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useState } from 'react';
import type { KioskText } from '#domain/tablets/languages/kioskText.ts';
import { loadTexts } from '#domain/tablets/languages/loadTexts.ts';
import { textOf } from '#domain/records.ts';
import { goOnTokenFrom, linkTokenFrom } from '#domain/access/links.ts';
import { FIRST_MESSAGES } from '#domain/firstMessages.ts';
import { lastLanguage } from '#src/shared/device/tabletLanguage.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { LinkButton } from '#src/shared/ui/LinkButton.tsx';
import { Logo } from '#src/shared/ui/Logo.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { ConnectLink, ConnectPanel } from '#src/visit/connect/ConnectPanel.tsx';
import { CentredPage } from '#src/visit/frame/CentredPage.tsx';
import { LINK_PAGES, TOKEN_LINKS } from '#src/visit/links.ts';
import type { TokenLink } from '#src/visit/slots.ts';
import { LinkPage } from './LinkPage.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';
import styles from './LandingScreen.module.css';
import { SignInControls } from './SignInControls.tsx';
import { type GoOnQuestion, useGoingOn } from './useGoingOn.ts';
import { useReturnToWall } from './useReturnToWall.ts';
import { type SignIn, useSignIn } from './useSignIn.ts';

const CONNECT: KioskText = 'Connect this screen';
const CONNECT_AGAIN: KioskText = 'This screen was disconnected';
const NOT_CONNECTED: KioskText = 'This screen is not connected';

/** The errors with which the kiosk's guard leads here. */
const OF_KIOSK: readonly (string | undefined)[] = [FIRST_MESSAGES.apiKeyRequired, FIRST_MESSAGES.apiKeyInvalid];

/** Links lead here too, and show what they open instead. */
export function LandingScreen() {
  const fragment = `#${useLocation({ select: ({ hash }) => hash })}`;
  for (const pageOf of Object.values(LINK_PAGES)) {
    const page = pageOf(fragment);
    if (page !== undefined) return page;
  }
  return <Landing />;
}

function Landing() {
  const { error, connect } = useSearch({ from: '/' });
  const signIn = useSignIn();
  const tokens = useLinkTokens();
  const question = useGoingOn(tokens.goOn, signIn);
  useWallPage(OF_KIOSK.includes(error) || connect === 'again');
  useReturnToWall();

  for (const [name, { Page }] of Object.entries(TOKEN_LINKS)) {
    const token = tokens[name];
    if (token !== undefined) return <Page key={token} token={token} signIn={signIn} />;
  }
  if (question) {
    return (
      <LinkPage title="Go On – Circuit Tree">
        <GoOnPanel question={question} signIn={signIn} />
      </LinkPage>
    );
  }
  return <FrontPage error={error} connect={connect} signIn={signIn} linkToken={tokens.signIn} />;
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
    <CentredPage title={isScreen ? `${CONNECT} – Circuit Tree` : 'Sign In – Circuit Tree'}>
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
    </CentredPage>
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

const TOKENS_FROM: Readonly<Record<string, TokenLink['tokenFrom']>> = { signIn: linkTokenFrom, goOn: goOnTokenFrom };

/** The tokens in the fragment of an address, by the names of their links. */
function tokensIn(fragment: string): Record<string, string> {
  const ofLinks = Object.entries(TOKEN_LINKS).map(([name, { tokenFrom }]) => [name, tokenFrom] as const);
  const found: Record<string, string> = {};
  for (const [name, tokenFrom] of [...Object.entries(TOKENS_FROM), ...ofLinks]) {
    const token = tokenFrom(fragment);
    if (token) found[name] = token;
  }
  return found;
}

/**
 * The tokens of the links that were opened here, such as a sign-in link or an invitation. They are removed from the
 * address at once, so that nobody copies or bookmarks them.
 */
function useLinkTokens(): Record<string, string | undefined> {
  const [tokens, setTokens] = useState(() => tokensIn(window.location.hash));
  useEffect(() => {
    const take = () => {
      const found = tokensIn(window.location.hash);
      if (Object.keys(found).length === 0) return;
      setTokens((before) => ({ ...before, ...found }));
      window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
    };
    take();
    // Opening a link in a tab that already shows the landing page changes the fragment and loads nothing.
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  return tokens;
}
