import { areaOf } from '../contract/pages.ts';
import { createObservable, useObservable } from '../state/observable.ts';
import { onWorkerReplaced } from './bridge.ts';
import { isUpdateReady, noteReplacedWorker, startUpdateChecks, waitingWorker } from './checkForUpdates.ts';
import { isServerResponding } from './connection.ts';

const UNTOUCHED_MS = 30_000;
const LOOK_EVERY_MS = 5_000;
const TAKE_OVER_MS = 10_000;
const CROSS_FADE_OVER_MS = 2_500;

/** For how long nobody has touched the device. */
type IdleForMs = () => number;

const slideshowsOpen = createObservable(0);
let isApplying = false;

function isKioskUntouched(idleForMs: IdleForMs): boolean {
  return areaOf(window.location.pathname)?.name === 'kiosk' && idleForMs() >= UNTOUCHED_MS;
}

/** Lets the waiting worker take over, upon which the page is reloaded (see `startUpdates`). */
async function applyUpdate(): Promise<void> {
  const waiting = waitingWorker();
  if (!waiting || isApplying) return;
  isApplying = true;
  waiting.postMessage({ type: 'SKIP_WAITING' }, []);
  // Should the worker not take over, the next opportunity tries again.
  await new Promise((resolve) => {
    setTimeout(resolve, TAKE_OVER_MS);
  });
  isApplying = false;
}

/** Only on a kiosk that nobody is using, and while the server responds, since the new version may need it. */
async function applyIfUnnoticed(idleForMs: IdleForMs): Promise<void> {
  if (!isUpdateReady() || isApplying || !isKioskUntouched(idleForMs)) return;
  if ((await isServerResponding()) && isKioskUntouched(idleForMs)) await applyUpdate();
}

/** Until the returned function is called a slideshow is open, and updates wait for its change of slides. */
export function holdUpdatesForSlideshow(): () => void {
  slideshowsOpen.set(slideshowsOpen.get() + 1);
  return () => slideshowsOpen.set(slideshowsOpen.get() - 1);
}

/** For a slideshow that moves on by itself: a reload after the cross-fade goes on with the new photo. */
export function applyBetweenSlides(idleForMs: IdleForMs): void {
  setTimeout(() => void applyIfUnnoticed(idleForMs), CROSS_FADE_OVER_MS);
}

/** For a person who pressed Reload. */
export function reloadIntoUpdate(): void {
  if (waitingWorker()) void applyUpdate();
  else window.location.reload();
}

export function useSlideshowOpen(): boolean {
  return useObservable(slideshowsOpen) > 0;
}

/** Finds updates and applies them where nobody notices, for as long as the page lives. */
export async function startUpdates(idleForMs: IdleForMs): Promise<void> {
  onWorkerReplaced(() => {
    // The page that applied the update, and a kiosk that nobody is using. A form being filled in elsewhere stays.
    if (isApplying || isKioskUntouched(idleForMs)) window.location.reload();
    noteReplacedWorker();
  });
  setInterval(() => {
    if (slideshowsOpen.get() === 0) void applyIfUnnoticed(idleForMs);
  }, LOOK_EVERY_MS);
  await startUpdateChecks();
}
