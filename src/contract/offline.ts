/** What a page asks of the service worker; the first two are answered through the message's port. */
export type PageToWorker =
  | { type: 'missing'; urls: string[] }
  | { type: 'warm'; url: string }
  | { type: 'showing'; albumSlugs: string[] }
  | { type: 'server-reachable' }
  | { type: 'SKIP_WAITING' };

/** Which of the asked images are not stored for this page's key. */
export interface MissingResponse {
  missing: string[];
}

/** `full`: nothing more fits; `failed`: no image came; `unbound`: the worker knows no key of this page. */
export type WarmOutcome = 'stored' | 'full' | 'failed' | 'unbound';

export interface WarmResponse {
  outcome: WarmOutcome;
}

/** What the worker says to the pages of a key. */
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
