import { useCallback, useEffect, useRef } from 'react';
import { prepareAppleSignIn, type PreparedAppleSignIn } from '../../api/applePopup.ts';

/** Well inside the server's patience with a nonce. */
const FRESH_FOR_MS = 5 * 60_000;

/**
 * Script and nonce are fetched when the page is shown: a popup that opens after a round trip to a server is no longer
 * the click's own, and Safari blocks it. A failure counts only once somebody clicks.
 */
export function usePreparedApple() {
  const ready = useRef<{ sign: Promise<PreparedAppleSignIn>; at: number }>(undefined);
  const prepare = useCallback(() => {
    const sign = prepareAppleSignIn();
    sign.catch(() => (ready.current = undefined));
    ready.current = { sign, at: Date.now() };
  }, []);
  useEffect(() => {
    prepare();
    const timer = setInterval(prepare, FRESH_FOR_MS);
    return () => clearInterval(timer);
  }, [prepare]);

  const take = () => {
    const taken = ready.current;
    ready.current = undefined;
    // Timers sleep with the computer; the clock doesn't.
    return taken && Date.now() - taken.at < FRESH_FOR_MS * 2 ? taken.sign : prepareAppleSignIn();
  };
  return { prepare, take };
}
