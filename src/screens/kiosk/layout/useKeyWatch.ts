import { useEffect } from 'react';
import { checkApiKey } from '#src/kioskKey/checkApiKey.ts';
import { useKeyKnown } from '#src/kioskKey/keyKnown.ts';
import { onReconnect } from '#src/offline/connection.ts';
import { primeWorkerCache } from '../bars/primeWorkerCache.ts';

const CHECK_EVERY_MS = 15 * 60_000;
/** While the server does not know the key: the right one may be back at any moment. */
const UNKNOWN_CHECK_EVERY_MS = 30_000;

/**
 * Used by every kiosk screen: makes the key known to the service worker, and checks the key now and then. Without these
 * checks the clock, which makes no calls, would be shown with a revoked key until the next restart.
 */
export function useKeyWatch(apiKey: string): void {
  const checkEveryMs = useKeyKnown() ? CHECK_EVERY_MS : UNKNOWN_CHECK_EVERY_MS;
  useEffect(() => {
    void primeWorkerCache(apiKey).catch(() => undefined);
    // After an outage another server may respond.
    return onReconnect(() => void checkApiKey(apiKey));
  }, [apiKey]);
  useEffect(() => {
    // The result is handled by the service worker, which deletes what it stored for a revoked key and tells this page.
    const timer = setInterval(() => void checkApiKey(apiKey), checkEveryMs);
    return () => clearInterval(timer);
  }, [apiKey, checkEveryMs]);
}
