import { useEffect } from 'react';
import { checkApiKey } from '../../../kioskKey/checkApiKey.ts';
import { primeWorkerCache } from './primeWorkerCache.ts';

const ASK_EVERY_MS = 15 * 60_000;

/**
 * On every kiosk screen: the key is made known to the worker, and asked about now and then. A clock makes no calls of its
 * own: without this a tablet would show a revoked key's screens until it is restarted.
 */
export function useKeyWatch(apiKey: string): void {
  useEffect(() => {
    void primeWorkerCache(apiKey).catch(() => undefined);
    // A refusal reaches the page through its worker, which has emptied the device by then.
    const timer = setInterval(() => void checkApiKey(apiKey), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [apiKey]);
}
