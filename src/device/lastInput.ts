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
