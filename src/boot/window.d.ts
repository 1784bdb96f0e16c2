import type { StartWatch } from './watchdog.ts';
import type { EnvironmentSettings } from '#contract/paths.ts';

/** Our own global variables. The scripts of the page are built separately, so this is all that they share. */
declare global {
  interface Window {
    /** Set by /environment.js, which runs before the app. */
    environment?: Partial<EnvironmentSettings>;
    /** Set by the watchdog; the app calls it when its start has succeeded or failed. */
    circuitTreeStart?: StartWatch;
    /** The browser's offer to install the app, stored by the script of the first frame until the app can show it. */
    circuitTreeOffer?: Event;
  }
}
