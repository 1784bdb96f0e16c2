/** The content of `window.environment`, set by /environment.js; the server fills it from its own settings. */
export interface EnvironmentSettings {
  production: boolean;
  /** Empty means the origin of the page. */
  baseApiUrl: string;
  baseAssetUrl: string;
  socketUrl: string;
  /** The addresses of the buttons 'Connect to Docker' and 'Connect to Prod' of the socket test screen. */
  dockerSocketUrl: string;
  productionSocketUrl: string;
  /** Empty while Apple sign-in is not configured. */
  appleClientId: string;
  appleRedirectUri: string;
  /**
   * The time for which the trash keeps deleted things. A page that a worker stored may have the script of an older
   * server.
   */
  trashDays?: number;
}
