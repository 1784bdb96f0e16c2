import { useCallback, useEffect, useRef } from 'react';
import { repeat } from '#domain/timing.ts';
import { environment } from '#src/environment.ts';
import { signInWithApple } from '#src/shared/api/auth.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import type { SignIn } from '#src/visit/landing/useSignIn.ts';
import type { SignInWay } from '#src/visit/slots.ts';
import styles from './AppleSignIn.module.css';
import { type PreparedAppleSignIn, prepareAppleSignIn } from './applePopup.ts';

/** Signing in with Apple. */
export const apple: SignInWay = {
  isThere: () => environment().appleClientId !== '',
  obstacle: () => undefined,
  isForEveryDevice: true,
  Button: AppleSignIn,
};

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
    <Button size="l" className={styles.apple} disabled={signIn.busy} onClick={() => void signIn.attempt('apple', open)}>
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
