/** A screen is shown: this build starts. */
export function reportStart(): void {
  window.circuitTreeStart?.succeeded();
}

/** An error is shown where a screen should be, which counts as a failed start unless a screen was shown before. */
export function reportFailedStart(): void {
  window.circuitTreeStart?.failed();
}
