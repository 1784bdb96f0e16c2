import { createObservable, useObservable } from '../state/observable.ts';
import { registerWorker } from './bridge.ts';
import { onReconnect } from './connection.ts';

const CHECK_EVERY_MS = 15 * 60_000;
/** The tablets of a house must not all ask in the same second. */
const JITTER_MS = 3 * 60_000;

const updateReady = createObservable(false);
let registration: ServiceWorkerRegistration | undefined;
let isReplaced = false;

/** The worker of the new version, where one waits to take over. */
export function waitingWorker(): ServiceWorker | undefined {
  return registration?.waiting ?? undefined;
}

export function isUpdateReady(): boolean {
  return updateReady.get();
}

export function useUpdateReady(): boolean {
  return useObservable(updateReady);
}

/** The new version's worker serves this page already; the page still runs the old version. */
export function noteReplacedWorker(): void {
  isReplaced = true;
  noteUpdate();
}

function noteUpdate(): void {
  // Without an active worker the waiting one is the very first, and no update.
  updateReady.set(isReplaced || Boolean(registration?.waiting && registration.active));
}

/** workbox-window stops looking after the first update it did not start itself; a page on a wall lives for months. */
function watchInstalls(found: ServiceWorkerRegistration): void {
  const follow = (installing: ServiceWorker | null) => installing?.addEventListener('statechange', noteUpdate);
  follow(found.installing);
  found.addEventListener('updatefound', () => follow(found.installing));
  noteUpdate();
}

async function checkForUpdate(): Promise<void> {
  try {
    registration ??= await registerWorker();
    await registration?.update();
    noteUpdate();
  } catch {
    // The server is out of reach: the next check comes by itself.
  }
}

function scheduleCheck(): void {
  const delayMs = CHECK_EVERY_MS - JITTER_MS / 2 + Math.random() * JITTER_MS;
  setTimeout(() => void checkForUpdate().finally(scheduleCheck), delayMs);
}

/** Registers the worker and looks for newer versions of it for as long as the page lives. */
export async function startUpdateChecks(): Promise<void> {
  onReconnect(() => void checkForUpdate());
  scheduleCheck();
  registration = await registerWorker();
  if (registration) watchInstalls(registration);
}
