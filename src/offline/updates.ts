import { areaOf } from '../contract/pages.ts';
import { isServerAnswering, onReconnect } from './connection.ts';
import { createObservable, useObservable } from '../state/observable.ts';
import { idleForMs } from '../device/lastInput.ts';
import { onWorkerReplaced, registerWorker } from './bridge.ts';

const CHECK_EVERY_MS = 15 * 60_000;
/** A house full of tablets must not ask in the same second. */
const JITTER_MS = 3 * 60_000;
const UNTOUCHED_MS = 30_000;
const LOOK_EVERY_MS = 5_000;
const TAKE_OVER_MS = 10_000;
const CROSS_FADE_OVER_MS = 2_500;

const updateReady = createObservable(false);
let registration: ServiceWorkerRegistration | undefined;
let isApplying = false;
let isReplaced = false;
const slideshowsOpen = createObservable(0);

function noticeWaiting(): void {
  // Without an active worker the waiting one is the first of all, and no update.
  updateReady.set(isReplaced || Boolean(registration?.waiting && registration.active));
}

/** workbox-window stops looking after the first update it did not start itself; a wall page lives for months. */
function watchInstalls(found: ServiceWorkerRegistration): void {
  const follow = (installing: ServiceWorker | null) => installing?.addEventListener('statechange', noticeWaiting);
  follow(found.installing);
  found.addEventListener('updatefound', () => follow(found.installing));
  noticeWaiting();
}

async function checkForUpdate(): Promise<void> {
  try {
    registration ??= await registerWorker();
    await registration?.update();
    noticeWaiting();
  } catch {
    // Out of reach; the next check comes.
  }
}

function scheduleCheck(): void {
  const delayMs = CHECK_EVERY_MS - JITTER_MS / 2 + Math.random() * JITTER_MS;
  setTimeout(() => void checkForUpdate().finally(scheduleCheck), delayMs);
}

function isKioskPage(): boolean {
  return areaOf(window.location.pathname)?.name === 'kiosk';
}

/** Takes the new version now: the waiting worker takes over, and the page starts again with it. */
async function applyUpdate(): Promise<void> {
  const waiting = registration?.waiting;
  if (!waiting || isApplying) return;
  isApplying = true;
  waiting.postMessage({ type: 'SKIP_WAITING' }, []);
  // The take-over reloads the page (startUpdates); should it not come, the next moment tries again.
  await new Promise((resolve) => {
    setTimeout(resolve, TAKE_OVER_MS);
  });
  isApplying = false;
}

/** A wall with nobody in front of it, and a server that answers should the new version need it. */
async function applyIfUnnoticed(): Promise<void> {
  if (!updateReady.get() || isApplying || !isKioskPage() || idleForMs() < UNTOUCHED_MS) return;
  if ((await isServerAnswering()) && idleForMs() >= UNTOUCHED_MS) await applyUpdate();
}

/** A slideshow is open until the returned function is called: updates then wait for the moment between two slides. */
export function holdUpdatesForSlideshow(): () => void {
  slideshowsOpen.set(slideshowsOpen.get() + 1);
  return () => slideshowsOpen.set(slideshowsOpen.get() - 1);
}

/** Called by the slideshow when it moves on by itself: the new photo is on screen and remembered by then. */
export function betweenTwoSlides(): void {
  setTimeout(() => void applyIfUnnoticed(), CROSS_FADE_OVER_MS);
}

/** For the person who pressed Reload: the new version, by whichever way it is there. */
export function reloadIntoUpdate(): void {
  if (registration?.waiting) void applyUpdate();
  else window.location.reload();
}

export function useSlideshowOpen(): boolean {
  return useObservable(slideshowsOpen) > 0;
}

export function useUpdateReady(): boolean {
  return useObservable(updateReady);
}

/** Registers the worker and looks after its updates for as long as the page lives. */
export async function startUpdates(): Promise<void> {
  onWorkerReplaced(() => {
    // Only the page that asked, and a kiosk nobody is at, start again; a form being filled in stays.
    if (isApplying || (isKioskPage() && idleForMs() >= UNTOUCHED_MS)) window.location.reload();
    isReplaced = true;
    noticeWaiting();
  });
  onReconnect(() => void checkForUpdate());
  scheduleCheck();
  setInterval(() => {
    if (slideshowsOpen.get() === 0) void applyIfUnnoticed();
  }, LOOK_EVERY_MS);
  registration = await registerWorker();
  if (registration) watchInstalls(registration);
}
