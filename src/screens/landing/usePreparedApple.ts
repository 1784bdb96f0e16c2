import { useCallback, useEffect, useRef } from 'react';
import { prepareAppleSignIn, type PreparedAppleSignIn } from '../../api/applePopup.ts';

/** Much shorter than the time for which the server accepts a nonce. */
const FRESH_FOR_MS = 5 * 60_000;

/**
 * Apple's script and a nonce, fetched when the page is shown and not at the click: Safari blocks a popup that opens
 * only after a round trip to a server. A failure to fetch them is reported only when somebody clicks.
 */
export function usePreparedApple() {
  const ready = useRef<{ signIn: Promise<PreparedAppleSignIn>; at: number }>(undefined);
  const prepare = useCallback(() => {
    const signIn = prepareAppleSignIn();
    signIn.catch(() => (ready.current = undefined));
    ready.current = { signIn, at: Date.now() };
  }, []);
  useEffect(() => {
    prepare();
    const timer = setInterval(prepare, FRESH_FOR_MS);
    return () => clearInterval(timer);
  }, [prepare]);

  const take = () => {
    const taken = ready.current;
    ready.current = undefined;
    // Timers stand still while the computer sleeps, so the age is taken from the clock.
    return taken && Date.now() - taken.at < FRESH_FOR_MS * 2 ? taken.signIn : prepareAppleSignIn();
  };
  return { prepare, take };
}
