import { repeat } from '#domain/timing.ts';
const EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const;

const loadedAtMs = performance.now();
let lastInputMs = loadedAtMs;

function noteInput(): void {
  lastInputMs = performance.now();
}

/** Remembers when a person last did something. In the capture phase, no screen can stop the events first. */
export function watchInput(): void {
  for (const event of EVENTS) window.addEventListener(event, noteInput, { capture: true, passive: true });
}

/** Whether nobody has done anything since the page was loaded. */
export function isUntouched(): boolean {
  return lastInputMs === loadedAtMs;
}

export function idleForMs(): number {
  return performance.now() - lastInputMs;
}

const CHECK_EVERY_MS = 5_000;
/** A wait may be longer by this part of it. */
const LATE = 0.1;

/**
 * Calls `act` now and then while nobody has touched the device for `ms`, counted from this call at the earliest.
 * Returns an unsubscribe function.
 */
export function onIdle(ms: number, act: () => void): () => void {
  const since = performance.now();
  const actIfIdle = () => {
    if (Math.min(idleForMs(), performance.now() - since) >= ms) act();
  };
  return repeat(Math.min(ms * LATE, CHECK_EVERY_MS), actIfIdle);
}
