import { idleForMs } from '../device/lastInput.ts';
import { addressOfBeginning } from '../domain/tablets/beginningAddress.ts';
import { isKioskUntouched, LOOK_EVERY_MS } from '../offline/applyUpdates.ts';

/**
 * Opens where the tablet begins now as soon as nobody uses it, by the rule of updates; a tablet that shows that already is
 * left alone. Returns what ends the wait.
 */
export function onceUntouched(beginsAt: string, open: (address: string) => void): () => void {
  const timer = setInterval(look, LOOK_EVERY_MS);
  look();

  function look(): void {
    if (!isKioskUntouched(idleForMs)) return;
    clearInterval(timer);
    const address = addressOfBeginning(beginsAt, window.location.search);
    if (!isShown(address)) open(address);
  }

  return () => clearInterval(timer);
}

function isShown(address: string): boolean {
  const { pathname, searchParams } = new URL(address, window.location.href);
  const isSlideshow = new URLSearchParams(window.location.search).has('slideshow');
  return pathname === window.location.pathname.replace(/\/$/, '') && searchParams.has('slideshow') === isSlideshow;
}
