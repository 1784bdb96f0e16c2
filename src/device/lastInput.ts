const EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const;

let lastTouchedMs = performance.now();

function touched(): void {
  lastTouchedMs = performance.now();
}

/** Remembers when a person last did something; captured, so that no screen can hide it. */
export function watchInput(): void {
  for (const event of EVENTS) window.addEventListener(event, touched, { capture: true, passive: true });
}

export function idleForMs(): number {
  return performance.now() - lastTouchedMs;
}
