declare global {
  interface Window {
    /** Of public/boot.js, which lets the app start, and counts starts that come to nothing. */
    circuitTreeStarted?: () => void;
    circuitTreeFailed?: () => void;
    circuitTreeMayStart?: () => void;
  }
}

/** A screen stands: this build starts. */
export function bootSucceeded(): void {
  window.circuitTreeStarted?.();
}

/** An error stands where a screen should. It counts as long as none has stood yet. */
export function bootFailed(): void {
  window.circuitTreeFailed?.();
}

/** For the first frame, when it is on the screen. */
export function letAppStart(): void {
  window.circuitTreeMayStart?.();
}
