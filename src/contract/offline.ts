/** Messages of a page to the service worker, which replies to the first two through the message's port. */
export type PageToWorker =
  | { type: 'missing'; urls: string[] }
  | { type: 'warm'; url: string }
  | { type: 'showing'; albumSlugs: string[] }
  | { type: 'server-reachable' }
  | { type: 'SKIP_WAITING' };

/** Those of the images in the message that are not stored for this page's key. */
export interface MissingResponse {
  missing: string[];
}

/** `full`: nothing more fits; `failed`: no image came; `unbound`: the worker knows no key of this page. */
export type WarmOutcome = 'stored' | 'full' | 'failed' | 'unbound';

export interface WarmResponse {
  outcome: WarmOutcome;
}

/** To all pages of a key: the server has revoked it. */
export interface WorkerToPage {
  type: 'credential-refused';
}

/** The one record on a device that holds a raw key; the worker deletes it when the key is revoked. */
export interface LaunchRecord {
  apiKey: string;
}

/** The query parameter that tells a home-screen launch from a plain visit. */
export const LAUNCH_PARAMETER = 'launch';
export const HOME_SCREEN_LAUNCH = 'home-screen';

/** The id of the template in index.html where the tags of the app's own scripts wait for the first frame. */
export const APP_TAGS = 'app-tags';
