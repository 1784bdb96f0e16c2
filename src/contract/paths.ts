import type { Photo } from './photos/schemas.ts';
import { pathOf } from './pathPatterns.ts';

export const API_KEY_HEADER = 'X-API-Key';
export const CSRF_HEADER = 'X-XSRF-TOKEN';

/**
 * Path patterns of API calls, relative to baseApiUrl: the server and the service worker match calls with them. Those of the
 * administration alone are in admin/adminPaths.ts, so that a kiosk does not load them.
 */
export const API_PATTERNS = {
  checkApiKey: '/auth/check-api-key/:key',
  appleSignIn: '/auth/apple',
  devUserSignIn: '/auth/dev/user',
  devAdminSignIn: '/auth/dev/admin',
  /** A nonce for Apple's popup, bound to this browser by a cookie and used once. */
  appleNonce: '/auth/apple/nonce',
  /** Spends a one-time link made by `cli user sign-in-link`. */
  signInLink: '/auth/sign-in-link',
  /** Revokes the session's token; called at sign-out. */
  signOut: '/auth/sign-out',
  albums: '/photos/albums',
  albumPhotos: '/photos/albums/:id/photos',
  kioskSettings: '/kiosk/settings',
  kioskEvents: '/kiosk/events',
  kioskReport: '/kiosk/report',
  /** Offers a screen for pairing. */
  pairing: '/tablets/pairing',
  /** Tells the screen that knows the secret whether somebody has accepted it. */
  pairingState: '/tablets/pairing/:secret',
  /**
   * The number of photos of an album by month, and the first of them: the page of a very long album begins with these.
   */
  albumOutline: '/photos/albums/:id/outline',
  /** The photos of an album from the place `from` on, PHOTOS_PER_PART at most. */
  albumPart: '/photos/albums/:id/part',
  health: '/health',
  ready: '/health/ready',
} as const;

/** The same paths for making calls: those with parameters are functions. */
export const API_PATHS = {
  ...API_PATTERNS,
  checkApiKey: (key: string) => pathOf(API_PATTERNS.checkApiKey, { key }),
  albumPhotos: (id: string) => pathOf(API_PATTERNS.albumPhotos, { id }),
  pairingState: (secret: string) => pathOf(API_PATTERNS.pairingState, { secret }),
  albumOutline: (id: string) => pathOf(API_PATTERNS.albumOutline, { id }),
  albumPart: (id: string) => pathOf(API_PATTERNS.albumPart, { id }),
};

/** The file of the build that says which version it is of. */
export const BUILT_VERSION_FILE = 'build.json';

/** The script with the settings of this installation, on the origin of the page. */
export const ENVIRONMENT_SCRIPT = '/environment.js';

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
   * The number of days for which the trash stores deleted things. Absent on a stored page with the script of an older
   * server.
   */
  trashDays?: number;
  /** The version of the server; absent in an older server's script. */
  version?: string;
  /** The commit that its app was built from; absent where that is not known. */
  commit?: string;
  /** The https origin under the server's name, where passkeys can be made; absent without a name. */
  namedOrigin?: string;
  /**
   * The port of the page on http where devices learn to trust the house: links for other devices lead through it.
   * Absent where every device trusts the server, or none can.
   */
  trustPort?: number;
}

/** The page for tablets that are too old for the app (src/oldTablets). It is no page of the app: the server alone knows it. */
export const OLD_TABLET_PAGE = '/frame';

export const UPLOAD_FIELD = 'photos';
/** The field with facts from a file beside a picture, as JSON; it comes before the picture's field. */
export const UPLOAD_ABOUT_FIELD = 'about';
/**
 * The field with the SHA-256 of the file that the sender made a picture from, such as the video whose still it is; it
 * comes before the picture's field. The album then knows that file, although it does not have its bytes.
 */
export const UPLOAD_MADE_FROM_FIELD = 'madeFrom';

/** The path patterns of the images, relative to baseAssetUrl. */
export const IMAGE_PATTERNS = {
  medium: '/photos/:albumSlug/medium/:filename',
  thumbnail: '/photos/:albumSlug/thumbnail/:filename',
} as const;

export type PhotoVariant = keyof typeof IMAGE_PATTERNS;

/** Path of an image, relative to baseAssetUrl. */
export function imagePath({ albumSlug, filename }: Photo, variant: PhotoVariant): string {
  return pathOf(IMAGE_PATTERNS[variant], { albumSlug, filename });
}

/** The images for screens of very many pixels: the same address as `medium`, where the client accepts this. */
export const LARGE_IMAGE = {
  /** The maximum of the longer side. */
  pixels: 3840,
  /** The value in `Accept`, before WebP. */
  accept: 'image/webp;long-side=3840',
  /** Screens request them if their longer side has this many pixels: on smaller ones `medium` shows nearly as much. */
  fromScreenPixels: 3_000,
} as const;
