/**
 * Watches the start of a page that nobody may be there to reload. After one failed start the page is reloaded. After
 * two in a row the service worker goes back to the build before. If it has none, the stored copy of the app (the shell)
 * is deleted and fetched afresh; while the server has only the build that fails, the watchdog keeps checking for another.
 */
import type { LaunchFailedResponse, PageToWorker } from '#contract/offline.ts';
import { CACHES, LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { letAppStart, entryScriptOnServer, runningEntryScript } from './entryScript.ts';

/** Longer than the key check of a kiosk's start may take. */
const START_DEADLINE_MS = 45_000;
/** When a screen is shown within this time after an error, the start has not failed. */
const ERROR_GRACE_MS = 1_500;
const LOOK_AGAIN_MS = 15_000;
/** Waits for the worker's reply; the worker of an older release sends none. */
const REPLY_TIMEOUT_MS = 3_000;
/** The first frame starts the app within half a second. If it failed, the watchdog starts the app after this time. */
const FIRST_FRAME_DEADLINE_MS = 2_000;
const APP_SCRIPT = /\/assets\/.+\.js$/;

/** The app calls one of these functions when its start has ended. Only the first call counts. */
export interface StartWatch {
  succeeded: () => void;
  failed: () => void;
}

function readNote(name: string): string {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

function writeNote(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Without storage the page cannot count failures, so it reloads after each.
  }
}

function clearNote(name: string): void {
  if (readNote(name) !== '') writeNote(name, '');
}

async function throwShellAway(): Promise<void> {
  if (!('caches' in window) || !('serviceWorker' in navigator)) return;
  for (const name of await caches.keys()) if (name.includes(CACHES.shell)) await caches.delete(name);
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
}

/** Returns whether the page is being reloaded. For each build of the server this happens only once. */
async function startAfresh(reload: () => void): Promise<boolean> {
  const entry = await entryScriptOnServer();
  if (entry === undefined || entry === readNote(LOCAL_STORAGE.bootTriedAfresh)) return false;
  writeNote(LOCAL_STORAGE.bootTriedAfresh, entry);
  await throwShellAway();
  reload();
  return true;
}

/** Repeats until the server has another build. While the server is out of reach, the stored shell is not deleted. */
async function keepStartingAfresh(reload: () => void): Promise<void> {
  const isReloading = await startAfresh(reload).catch(() => false);
  if (!isReloading) setTimeout(() => void keepStartingAfresh(reload), LOOK_AGAIN_MS);
}

function tellWorker(message: PageToWorker, ports: MessagePort[] = []): boolean {
  try {
    const worker = 'serviceWorker' in navigator ? navigator.serviceWorker.controller : null;
    worker?.postMessage(message, ports);
    return Boolean(worker);
  } catch {
    // Some browsers throw when the worker has just been replaced.
    return false;
  }
}

/** Reports the failure to the worker. Resolves to whether the worker now goes back to the build before. */
function askToGoBack(): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }: MessageEvent<LaunchFailedResponse | null>) => {
      resolve(data?.goesBack === true);
    });
    port1.start();
    const isAsked = tellWorker({ type: 'launch-failed', entry: runningEntryScript() }, [port2]);
    setTimeout(() => resolve(false), isAsked ? REPLY_TIMEOUT_MS : 0);
  });
}

function countFailure(): number {
  const failures = Number(readNote(LOCAL_STORAGE.bootFailures)) + 1;
  writeNote(LOCAL_STORAGE.bootFailures, String(failures));
  return failures;
}

/** Whether an error comes from the app's scripts; a failed picture or first frame is no failed start. */
function isOfApp({ target, filename }: ErrorEvent): boolean {
  const source = target instanceof HTMLElement ? target.getAttribute('src') : filename;
  return APP_SCRIPT.test(source ?? '');
}

export function watchStart(reload: () => void): StartWatch {
  let isSettled = false;
  const failed = () => {
    if (isSettled) return;
    isSettled = true;
    const goesBack = askToGoBack();
    if (countFailure() < 2) reload();
    else void goesBack.then((isGoing) => (isGoing ? reload() : keepStartingAfresh(reload)));
  };
  const deadline = setTimeout(failed, START_DEADLINE_MS);
  const succeeded = () => {
    if (isSettled) return;
    isSettled = true;
    clearTimeout(deadline);
    clearNote(LOCAL_STORAGE.bootFailures);
    clearNote(LOCAL_STORAGE.bootTriedAfresh);
    tellWorker({ type: 'standing' });
  };
  // Error events of elements do not bubble, so the listener uses the capture phase.
  const onError = (event: ErrorEvent) => isOfApp(event) && setTimeout(failed, ERROR_GRACE_MS);
  window.addEventListener('error', onError, true);
  window.addEventListener('DOMContentLoaded', () => setTimeout(letAppStart, FIRST_FRAME_DEADLINE_MS));
  return { succeeded, failed };
}
