declare global {
  interface Window {
    /** Of public/boot.js, which counts starts that come to nothing. */
    circuitTreeStarted?: () => void;
  }
}

/** The app stands on the screen: this build starts. */
export function bootSucceeded(): void {
  window.circuitTreeStarted?.();
}
