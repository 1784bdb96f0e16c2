const EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const;

let lastInputMs = performance.now();

function noteInput(): void {
  lastInputMs = performance.now();
}

/** Remembers when a person last did something. In the capture phase, no screen can stop the events first. */
export function watchInput(): void {
  for (const event of EVENTS) window.addEventListener(event, noteInput, { capture: true, passive: true });
}

export function idleForMs(): number {
  return performance.now() - lastInputMs;
}
