import { API_PATHS } from '../contract/paths.ts';
import { isRecord } from '../domain/records.ts';
import { abortAfter } from '../domain/timing.ts';
import { environment } from '../environment.ts';
import { createObservable, useObservable } from '../state/observable.ts';
import { tellWorker } from './bridge.ts';

/** At worst a page knows after 26 s that its server is gone (15 + 4 + 3 + 4), and it must within 30. */
const ASK_EVERY_MS = 15_000;
const ASK_AGAIN_MS = 3_000;
const TIMEOUT_MS = 4_000;

const reachable = createObservable(true);
let timer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;
let wasHeard = false;

/** The server's own word: a portal answers 200 as well, but not with this. */
export async function isServerAnswering(): Promise<boolean> {
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

async function ask(): Promise<void> {
  clearTimeout(timer);
  const answers = await isServerAnswering();
  failures = answers ? 0 : failures + 1;
  if (answers && (!wasHeard || !reachable.get())) tellWorker({ type: 'server-reachable' });
  wasHeard ||= answers;
  // One lost request is no outage.
  if (answers || failures >= 2) reachable.set(answers);
  clearTimeout(timer);
  timer = setTimeout(() => void ask(), failures === 1 ? ASK_AGAIN_MS : ASK_EVERY_MS);
}

/** Asks now and then for as long as the page lives, and at once when the browser notices something. */
export function watchConnection(): void {
  void ask();
  window.addEventListener('online', () => void ask());
  window.addEventListener('offline', () => void ask());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void ask();
  });
}

export function isServerReachable(): boolean {
  return reachable.get();
}

export function useServerReachable(): boolean {
  return useObservable(reachable);
}

export function onReconnect(listener: () => void): () => void {
  let was = reachable.get();
  return reachable.subscribe(() => {
    const is = reachable.get();
    if (is && !was) listener();
    was = is;
  });
}
