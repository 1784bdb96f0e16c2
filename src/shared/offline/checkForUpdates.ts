import { createObservable, useObservable } from '#src/shared/state/observable.ts';
import { registerWorker } from './bridge.ts';
import { onReconnect } from './connection.ts';

const CHECK_EVERY_MS = 15 * 60_000;
/** The checks are spread over this time, so that the tablets of a house do not all send them in the same second. */
const JITTER_MS = 3 * 60_000;

const updateReady = createObservable(false);
let registration: ServiceWorkerRegistration | undefined;
let isReplaced = false;

/** The worker of the new version, if one waits to take over. */
export function waitingWorker(): ServiceWorker | undefined {
  return registration?.waiting ?? undefined;
}

export function isUpdateReady(): boolean {
  return updateReady.get();
}

export function useUpdateReady(): boolean {
  return useObservable(updateReady);
}

/** Called when the new version's worker already serves this page, while the page still runs the old version. */
export function noteReplacedWorker(): void {
  isReplaced = true;
  noteUpdate();
}

function noteUpdate(): void {
  // Without an active worker the waiting one is the very first version and not an update.
  updateReady.set(isReplaced || Boolean(registration?.waiting && registration.active));
}

/** Notes each version that is installed while the page is open, which is months on a wall. */
function watchInstalls(found: ServiceWorkerRegistration): void {
  const follow = (installing: ServiceWorker | null) => installing?.addEventListener('statechange', noteUpdate);
  follow(found.installing);
  found.addEventListener('updatefound', () => follow(found.installing));
  noteUpdate();
}

/** Two attempts may run at once, because the first may hang without a network; both find the same update. */
async function register(): Promise<ServiceWorkerRegistration | undefined> {
  const found = await registerWorker();
  if (found && found !== registration) {
    registration = found;
    watchInstalls(found);
  }
  return registration;
}

async function checkForUpdate(): Promise<void> {
  try {
    await (registration ?? (await register()))?.update();
    noteUpdate();
  } catch {
    // The server is out of reach. `scheduleCheck` tries again later.
  }
}

function scheduleCheck(): void {
  const delayMs = CHECK_EVERY_MS - JITTER_MS / 2 + Math.random() * JITTER_MS;
  setTimeout(() => {
    // Scheduled without waiting for this check: on a connection that hangs it never ends, and the page may be open for
    // months.
    scheduleCheck();
    void checkForUpdate();
  }, delayMs);
}

/** Registers the worker and looks for newer versions of it for as long as the page is open. */
export async function startUpdateChecks(): Promise<void> {
  onReconnect(() => void checkForUpdate());
  scheduleCheck();
  await register();
}
