import type { Photo } from './entities.ts';

export const API_KEY_HEADER = 'X-API-Key';
export const CSRF_HEADER = 'X-XSRF-TOKEN';
export const CSRF_COOKIE = 'XSRF-TOKEN';

/** Paths of the calls, relative to baseApiUrl. */
export const API_PATHS = {
  checkApiKey: (key: string) => `/auth/check-api-key/${encodeURIComponent(key)}`,
  appleSignIn: '/auth/apple',
  devUserSignIn: '/auth/dev/user',
  devAdminSignIn: '/auth/dev/admin',
  /** Beyond SPEC §7: a nonce for Apple's popup, bound to this browser by a cookie and used once. */
  appleNonce: '/auth/apple/nonce',
  /** Beyond SPEC §7: spends a one-time link made by `cli user sign-in-link`. */
  signInLink: '/auth/sign-in-link',
  /** Beyond SPEC §7: Sign Out revokes the token when the server can be reached. */
  signOut: '/auth/sign-out',
  albums: '/photos/albums',
  albumPhotos: (albumId: string) => `/photos/albums/${encodeURIComponent(albumId)}/photos`,
  users: '/users',
  userPermissions: (userId: string) => `/users/${encodeURIComponent(userId)}/permissions`,
  health: '/health',
} as const;

/** Pages of the kiosk, and the first of them. */
export const KIOSK_HOME = '/circuit-tree';
export const KIOSK_PAGE = /^\/circuit-tree(?:\/|$)/;

export const UPLOAD_FIELD = 'photos';

export type PhotoVariant = 'medium' | 'thumbnail';

/** Path of an image, relative to baseAssetUrl. */
export function imagePath(photo: Photo, variant: PhotoVariant): string {
  return `/photos/${encodeURIComponent(photo.albumSlug)}/${variant}/${encodeURIComponent(photo.filename)}`;
}
