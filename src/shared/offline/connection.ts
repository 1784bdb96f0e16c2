import { API_PATHS } from '#contract/paths.ts';
import { isRecord } from '#domain/records.ts';
import { abortAfter } from '#domain/timing.ts';
import { environment } from '#src/environment.ts';
import { createObservable, useObservable } from '#src/shared/state/observable.ts';
import { tellWorker } from './bridge.ts';

/** The page notices within 26 s (15 + 4 + 3 + 4) that the server is out of reach. The limit is 30 s. */
const CHECK_EVERY_MS = 15_000;
const CHECK_AGAIN_MS = 3_000;
const TIMEOUT_MS = 4_000;

/** Whether the server responds. */
export const reachable = createObservable(true);
let timer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;
/** Counts the checks: the result of an older one is ignored once a newer one has begun. */
let checks = 0;
let hasResponded = false;

/** Whether the server itself responds: a captive portal sends a 200 too, but with another body. */
export async function isServerResponding(): Promise<boolean> {
  try {
    const url = environment().baseApiUrl + API_PATHS.health;
    return await abortAfter(TIMEOUT_MS, async (signal) => {
      const response = await fetch(url, { cache: 'no-store', signal });
      const body: unknown = response.ok ? await response.json() : undefined;
      return isRecord(body) && body.status === 'ok';
    });
  } catch {
    return false;
  }
}

async function check(): Promise<void> {
  clearTimeout(timer);
  checks += 1;
  const mine = checks;
  const isResponding = await isServerResponding();
  if (mine !== checks) return;
  failures = isResponding ? 0 : failures + 1;
  if (isResponding && (!hasResponded || !reachable.get())) tellWorker({ type: 'server-reachable' });
  hasResponded ||= isResponding;
  // One lost request does not mean that the server is out of reach.
  if (isResponding || failures >= 2) reachable.set(isResponding);
  timer = setTimeout(() => void check(), failures === 1 ? CHECK_AGAIN_MS : CHECK_EVERY_MS);
}

/** Checks now and then for as long as the page is open, and at once when the browser notices a change. */
export function watchConnection(): void {
  void check();
  window.addEventListener('online', () => void check());
  window.addEventListener('offline', () => void check());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void check();
  });
}

export function useServerReachable(): boolean {
  return useObservable(reachable);
}

export function onReconnect(listener: () => void): () => void {
  return reachable.subscribe(() => {
    if (reachable.get()) listener();
  });
}
