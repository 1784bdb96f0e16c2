import type { StartWatch } from './boot/watchdog.ts';
import type { EnvironmentSettings } from './contract/environment.ts';

/** Every global of our own. The page's scripts are built apart from each other, so this is all they share. */
declare global {
  interface Window {
    /** Set by /environment.js, which runs before the app. */
    environment?: Partial<EnvironmentSettings>;
    /** Set by the watchdog; the app tells it how the start ended. */
    circuitTreeStart?: StartWatch;
    /** The browser's offer to install the app, kept by the first frame until the app is there to show it. */
    circuitTreeOffer?: Event;
  }
}
