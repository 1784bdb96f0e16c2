/**
 * Messages of a page to the service worker, which replies to some of them through the message's port. A page of one
 * build may talk to the worker of another: no message may change its meaning.
 */
export type PageToWorker =
  | { type: 'missing'; urls: string[] }
  /** `spare`: for an album that is on no screen, so that no other album may be evicted for it. */
  | { type: 'warm'; url: string; spare?: boolean }
  /** The key before the page's own one, which may have been revoked while the tablet was off; `url` checks it. */
  | { type: 'former-key'; apiKey: string; url: string }
  | { type: 'showing'; albumSlugs: string[] }
  /** The number of pixels along the screen's longer side. */
  | { type: 'screen'; longSide: number }
  | { type: 'server-reachable' }
  | { type: 'albums-changed' }
  | { type: 'SKIP_WAITING' }
  /** The page shows its first screen. */
  | { type: 'standing' }
  /** The page cannot start. `entry` is the address of its entry script, if it was loaded. */
  | { type: 'launch-failed'; entry: string | undefined };

/** The images of the message that are not stored for this page's key. */
export interface MissingResponse {
  missing: string[];
}

/** `full`: no space is left; `failed`: the image did not load; `unbound`: the worker does not know this page's key. */
export type WarmOutcome = 'stored' | 'full' | 'failed' | 'unbound';

export interface WarmResponse {
  outcome: WarmOutcome;
}

/** The reply to `launch-failed`. */
export interface LaunchFailedResponse {
  /** Whether the page will be one of another build once it is reloaded. */
  goesBack: boolean;
}

/** The server's push message about nodes for a browser; `url` is a path of this server. */
export interface PushedNote {
  title: string;
  body: string;
  /** Identifies the message, so that one that comes twice is shown once. */
  tag: string;
  url: string;
}

/** Sent to all pages that use a key. */
export type WorkerToPage =
  /** The server has revoked the key with this hash; the page may have another one by now. */
  | { type: 'credential-refused'; keyHash: string }
  /** Whether the server that has just responded knows the page's key. */
  | { type: 'key-known'; isKnown: boolean };

/** The one record on a device that holds raw keys; the worker deletes it when the key is revoked. */
export interface LaunchRecord {
  /** The key that this device was connected with last. */
  apiKey: string;
}

/** The query parameter that tells a home-screen launch from a plain visit. */
export const LAUNCH_PARAMETER = 'launch';
export const HOME_SCREEN_LAUNCH = 'home-screen';

/** The id of the template in index.html that holds the tags of the app's scripts until the first frame is drawn. */
export const APP_TAGS = 'app-tags';
