import type { EnvironmentSettings } from '#contract/paths.ts';
import { DEFAULT_PORT } from '#contract/limits.ts';

/** The version that the kiosk's home shows: the day and time of the first release, unless the build sets its own. */
export const VERSION_LABEL = import.meta.env.VITE_BUILD_STAMP ?? '2025-10-30 11:53';

declare global {
  /**
   * The version and the commit that this app was built from, such as '1.0.0 (4149f43)'. The build writes it where it is
   * used, so that it takes no place in the kiosk's first script.
   */
  const BUILT_VERSION: string;
}

/** Under `npm run dev`, which has no service worker. */
export const IS_DEVELOPMENT = import.meta.env.DEV;

const DEFAULTS: EnvironmentSettings = {
  production: false,
  baseApiUrl: '',
  baseAssetUrl: '',
  socketUrl: '',
  dockerSocketUrl: `http://localhost:${DEFAULT_PORT}`,
  productionSocketUrl: '',
  appleClientId: '',
  appleRedirectUri: '',
};

/** A base URL for paths: without a slash at its end; an empty setting means the page's own origin. */
function base(url: string): string {
  return url.replace(/\/$/, '') || window.location.origin;
}

/** The settings of this installation, with every empty URL resolved to the page's own origin. */
export function environment(): EnvironmentSettings {
  const settings = { ...DEFAULTS, ...window.environment };
  const own = window.location.origin;
  return {
    ...settings,
    baseApiUrl: base(settings.baseApiUrl),
    baseAssetUrl: base(settings.baseAssetUrl),
    socketUrl: settings.socketUrl || own,
    productionSocketUrl: settings.productionSocketUrl || own,
    appleRedirectUri: settings.appleRedirectUri || own,
  };
}
