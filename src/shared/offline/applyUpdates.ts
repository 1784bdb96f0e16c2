import { areaOf } from '#contract/areas.ts';
import { repeat, sleep } from '#domain/timing.ts';
import { createObservable, useObservable } from '#src/shared/state/observable.ts';
import { onWorkerReplaced } from './bridge.ts';
import { isUpdateReady, noteReplacedWorker, startUpdateChecks, waitingWorker } from './checkForUpdates.ts';
import { isServerResponding } from './connection.ts';

const UNTOUCHED_MS = 30_000;
const CHECK_EVERY_MS = 5_000;
const TAKE_OVER_MS = 10_000;
const CROSS_FADE_OVER_MS = 2_500;

/** The time since the last touch of the device. */
type IdleForMs = () => number;

/**
 * Whether a new version is about to take over. Browsers allow it when the old worker has nothing to do, or after five
 * minutes, so work that can wait is not sent to it meanwhile.
 */
export const updating = createObservable(false);
const slideshowsOpen = createObservable(0);
/** The functions that wait until nobody is using the kiosk. */
const untilUntouched = new Set<() => void>();

/** Whether the page shows a kiosk that nobody is using: only then it may change by itself. */
function isKioskUntouched(idleForMs: IdleForMs): boolean {
  return areaOf(window.location.pathname)?.name === 'kiosk' && idleForMs() >= UNTOUCHED_MS;
}

/** Calls `act` once, as soon as nobody is using the kiosk. The returned function cancels this. */
export function onceUntouched(idleForMs: IdleForMs, act: () => void): () => void {
  if (isKioskUntouched(idleForMs)) act();
  else untilUntouched.add(act);
  return () => void untilUntouched.delete(act);
}

function actIfUntouched(idleForMs: IdleForMs): void {
  for (const act of untilUntouched) {
    if (!isKioskUntouched(idleForMs)) return;
    untilUntouched.delete(act);
    act();
  }
}

/** Tells the waiting worker to take over. When it has, `startUpdates` reloads the page. */
async function applyUpdate(): Promise<void> {
  const waiting = waitingWorker();
  if (!waiting || updating.get()) return;
  updating.set(true);
  waiting.postMessage({ type: 'SKIP_WAITING' }, []);
  // If the worker does not take over within this time, the next opportunity tries again.
  await sleep(TAKE_OVER_MS);
  updating.set(false);
}

/** Applies an update on a kiosk that nobody is using, while the server responds, since the new version may need it. */
async function applyIfUnnoticed(idleForMs: IdleForMs): Promise<void> {
  if (!isUpdateReady() || updating.get() || !isKioskUntouched(idleForMs)) return;
  if ((await isServerResponding()) && isKioskUntouched(idleForMs)) await applyUpdate();
}

/** Marks a slideshow as open until the returned function is called; until then updates wait for a change of slides. */
export function holdUpdatesForSlideshow(): () => void {
  slideshowsOpen.set(slideshowsOpen.get() + 1);
  return () => slideshowsOpen.set(slideshowsOpen.get() - 1);
}

/** Called when a slideshow moves on by itself. After the cross-fade a reload continues with the new photo. */
export function applyBetweenSlides(idleForMs: IdleForMs): void {
  setTimeout(() => void applyIfUnnoticed(idleForMs), CROSS_FADE_OVER_MS);
}

/** Called when a person pressed Reload. */
export function reloadIntoUpdate(): void {
  if (waitingWorker()) void applyUpdate();
  else window.location.reload();
}

export function useSlideshowOpen(): boolean {
  return useObservable(slideshowsOpen) > 0;
}

/** Finds updates, and applies them and other waiting changes when nobody notices, for as long as the page is open. */
export async function startUpdates(idleForMs: IdleForMs): Promise<void> {
  onWorkerReplaced(() => {
    // Only the page that applied the update and kiosks that nobody is using are reloaded: a form in another tab may be
    // half filled in.
    if (updating.get() || isKioskUntouched(idleForMs)) window.location.reload();
    noteReplacedWorker();
  });
  repeat(CHECK_EVERY_MS, () => {
    actIfUntouched(idleForMs);
    if (slideshowsOpen.get() === 0) void applyIfUnnoticed(idleForMs);
  });
  await startUpdateChecks();
}
