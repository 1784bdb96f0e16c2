/** Called when a screen is shown, which means that this build starts. */
export function reportStart(): void {
  window.circuitTreeStart?.succeeded();
}

/** Called when an error is shown in place of a screen: a failed start, unless a screen was shown before. */
export function reportFailedStart(): void {
  window.circuitTreeStart?.failed();
}
