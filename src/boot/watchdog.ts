/**
 * Looks after the start of a page that nobody is there to reload. After the second start in a row that came to nothing
 * the stored shell is thrown away and fetched afresh; as long as the server has nothing but the build that fails, the
 * watchdog keeps looking for another.
 */
import { CACHES, LOCAL_STORAGE } from '../contract/storageKeys.ts';
import { letAppStart } from './appTags.ts';
import { entryScriptOnServer } from './entryScript.ts';

/** Longer than the key check of a kiosk's start may take. */
const START_DEADLINE_MS = 45_000;
/** An error that keeps no screen from being shown within this time is no failed start. */
const ERROR_GRACE_MS = 1_500;
const LOOK_AGAIN_MS = 15_000;
/** The first frame starts the app after half a second at most, unless the frame itself failed. */
const FIRST_FRAME_DEADLINE_MS = 2_000;
const APP_SCRIPT = /\/assets\/.+\.js$/;

/** Told by the app how its start ended. Only the first call counts. */
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
    // Without storage failures are not counted, and each is followed by a plain reload.
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

/** True once the page is being reloaded: each build of the server is fetched afresh only once. */
async function startAfresh(reload: () => void): Promise<boolean> {
  const entry = await entryScriptOnServer();
  if (entry === undefined || entry === readNote(LOCAL_STORAGE.bootTriedAfresh)) return false;
  writeNote(LOCAL_STORAGE.bootTriedAfresh, entry);
  await throwShellAway();
  reload();
  return true;
}

/** While the server is out of reach the stored shell stays. */
async function keepStartingAfresh(reload: () => void): Promise<void> {
  const isReloading = await startAfresh(reload).catch(() => false);
  if (!isReloading) setTimeout(() => void keepStartingAfresh(reload), LOOK_AGAIN_MS);
}

function countFailure(): number {
  const failures = Number(readNote(LOCAL_STORAGE.bootFailures)) + 1;
  writeNote(LOCAL_STORAGE.bootFailures, String(failures));
  return failures;
}

/** A picture, the settings or the first frame that fails is no failed start. */
function isOfApp({ target, filename }: ErrorEvent): boolean {
  const source = target instanceof HTMLElement ? target.getAttribute('src') : filename;
  return APP_SCRIPT.test(source ?? '');
}

export function watchStart(reload: () => void): StartWatch {
  let isSettled = false;
  const failed = () => {
    if (isSettled) return;
    isSettled = true;
    if (countFailure() < 2) reload();
    else void keepStartingAfresh(reload);
  };
  const deadline = setTimeout(failed, START_DEADLINE_MS);
  const succeeded = () => {
    if (isSettled) return;
    isSettled = true;
    clearTimeout(deadline);
    clearNote(LOCAL_STORAGE.bootFailures);
    clearNote(LOCAL_STORAGE.bootTriedAfresh);
  };
  // An element's error does not bubble, so it is caught on the way down.
  const onError = (event: ErrorEvent) => isOfApp(event) && setTimeout(failed, ERROR_GRACE_MS);
  window.addEventListener('error', onError, true);
  window.addEventListener('DOMContentLoaded', () => setTimeout(letAppStart, FIRST_FRAME_DEADLINE_MS));
  return { succeeded, failed };
}
