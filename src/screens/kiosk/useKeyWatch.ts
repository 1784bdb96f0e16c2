import { useEffect } from 'react';
import { checkApiKey } from '../../api/checkApiKey.ts';

const ASK_EVERY_MS = 15 * 60_000;

/** A clock makes no calls: without this a tablet would show a revoked key's screens until it is restarted. */
export function useKeyWatch(apiKey: string | undefined): void {
  useEffect(() => {
    if (!apiKey) return undefined;
    // A refusal reaches the page through its worker, which has emptied the device by then.
    const timer = setInterval(() => void checkApiKey(apiKey), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [apiKey]);
}
