declare global {
  interface Window {
    /** The browser's offer to install the app, made before there was anybody to hear it. */
    circuitTreeOffer?: Event;
  }
}

/** For the first frame: the manifest stands in the page long before installOffer.ts is there to listen. */
export function keepEarlyInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    window.circuitTreeOffer ??= event;
  });
}

export function earlyInstallPrompt(): Event | undefined {
  return window.circuitTreeOffer;
}
