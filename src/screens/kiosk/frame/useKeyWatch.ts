import { useEffect } from 'react';
import { checkApiKey } from '../../../kioskKey/checkApiKey.ts';
import { primeWorkerCache } from './primeWorkerCache.ts';

const CHECK_EVERY_MS = 15 * 60_000;

/**
 * For every kiosk screen: makes the key known to the worker, and checks it now and then. The clock makes no calls, so
 * that a tablet would go on showing it with a revoked key until the next restart.
 */
export function useKeyWatch(apiKey: string): void {
  useEffect(() => {
    void primeWorkerCache(apiKey).catch(() => undefined);
    // The result comes by way of the worker, which deletes what it stored for a revoked key and tells this page.
    const timer = setInterval(() => void checkApiKey(apiKey), CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, [apiKey]);
}
