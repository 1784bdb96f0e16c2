import { useEffect } from 'react';
import { checkApiKey } from '../../../kioskKey/checkApiKey.ts';
import { primeWorkerCache } from './primeWorkerCache.ts';

const CHECK_EVERY_MS = 15 * 60_000;

/**
 * Used by every kiosk screen: makes the key known to the service worker, and checks the key now and then. Without these
 * checks the clock, which makes no calls, would be shown with a revoked key until the next restart.
 */
export function useKeyWatch(apiKey: string): void {
  useEffect(() => {
    void primeWorkerCache(apiKey).catch(() => undefined);
    // The result is handled by the service worker, which deletes what it stored for a revoked key and tells this page.
    const timer = setInterval(() => void checkApiKey(apiKey), CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, [apiKey]);
}
