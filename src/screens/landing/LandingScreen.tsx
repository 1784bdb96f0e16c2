import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { loadTexts } from '#domain/tablets/languages/loadTexts.ts';
import { textOf } from '#domain/records.ts';
import { sharePlaceIn } from '#domain/access/shareLink.ts';
import { invitationTokenFrom, linkTokenFrom } from '#domain/access/signInLink.ts';
import type { KioskText } from '#domain/tablets/languages/kioskText.ts';
import { setUpTokenFrom } from '#domain/access/setUpLink.ts';
import { setUpServer } from '../../api/auth.ts';
import { Logo } from '../../ui/Logo.tsx';
import { Message } from '../../ui/Message.tsx';
import { ConnectPanel } from './connect/ConnectPanel.tsx';
import { InvitationPanel } from './invitation/InvitationPanel.tsx';
import styles from './LandingScreen.module.css';
import { SignInControls } from './SignInControls.tsx';
import { SetUpPanel } from './setUp/SetUpPanel.tsx';
import { useSignIn } from './useSignIn.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';

const CONNECT: KioskText = 'Connect this screen';
const CONNECT_AGAIN: KioskText = 'This screen needs to be connected again';

/** Loaded only by visitors. */
const SharedAlbumPage = lazy(async () => ({
  default: (await import('../shared/SharedAlbumPage.tsx')).SharedAlbumPage,
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
  const says = useBrowserTexts(connect !== undefined);
  const message = signIn.failure ?? error;

  if (setUpToken !== undefined) {
    const setUp = (name: string) =>
      void signIn.attempt('set-up link', () => setUpServer(setUpToken, name), '/admin/setup');
    const { busy, reason, failure } = signIn;
    return <SetUpPanel token={setUpToken} busy={busy} failure={reason ?? failure} onName={setUp} />;
  }
  if (invitation !== undefined) return <InvitationPage token={invitation} />;
  return (
    <main className={styles.page}>
      <PageTitle>{connect ? `${CONNECT} – Circuit Tree` : 'Sign In – Circuit Tree'}</PageTitle>
      <div className={connect ? styles.wideCard : styles.card}>
        <Logo label="Circuit Tree" className={connect ? styles.smallLogo : styles.logo} />
        <h1 className={connect ? styles.smallTitle : styles.title}>Circuit Tree</h1>
        {message && (
          <Message kind="error">
            <p>{message}</p>
            {signIn.reason && <p>{signIn.reason}</p>}
          </Message>
        )}
        {connect && <ConnectPanel title={says(connect === 'again' ? CONNECT_AGAIN : CONNECT)} says={says} />}
        {connect === 'new' ? (
          <Link to="/" className={styles.quiet}>
            {says('Sign in instead')}
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

function InvitationPage({ token }: { token: string }) {
  return (
    <main className={styles.page}>
      <PageTitle>Invitation – Circuit Tree</PageTitle>
      <div className={styles.card}>
        <Logo label="Circuit Tree" className={styles.smallLogo} />
        <h1 className={styles.smallTitle}>Circuit Tree</h1>
        <InvitationPanel key={token} token={token} />
      </div>
    </main>
  );
}

/**
 * The function that says a text in the browser's language: a screen that is no tablet yet has none of its own. What there
 * is no text for stays as it is.
 */
function useBrowserTexts(isNeeded: boolean): (english: string) => string {
  const [texts, setTexts] = useState<Record<string, string>>({});
  useEffect(() => {
    if (!isNeeded) return;
    void loadTexts(window.navigator.language).then(
      (loaded) => setTexts(loaded ?? {}),
      () => undefined,
    );
  }, [isNeeded]);
  return (english) => textOf(texts, english) || english;
}

/**
 * The token of a link that lets somebody in, which `tokenFrom` finds. It is removed from the address at once, so that
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
