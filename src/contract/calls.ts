import type { Photo, SignedInUser } from './entities.ts';
import type { Permission } from './permissions.ts';

/**
 * The server knows the credential and does not take it any more. Said of a key by the installation that verified it, and
 * only then, it makes a tablet erase what it stored for the key.
 */
export const CREDENTIAL_REFUSED = 'credential-refused';
/** The server never knew the credential. It may have lost its memory, so a tablet erases nothing. */
export const CREDENTIAL_UNKNOWN = 'credential-unknown';

export type CredentialCode = typeof CREDENTIAL_REFUSED | typeof CREDENTIAL_UNKNOWN;

/** The body of every response that is not a success. */
export interface ErrorResponse {
  message: string;
  code?: CredentialCode;
  /** Beside a code: which installation says so. */
  installation?: string;
}

export type KeyCheckResponse = { valid: true; installation: string } | ({ valid: false } & ErrorResponse);

export type AuthResponse = ({ success: true } & SignedInUser) | { success: false; message: string };

export interface AppleSignInPayload {
  code: string;
  idToken?: string;
  email?: string;
  firstName?: string;
  lastName?: string;
}

export interface CreateAlbumPayload {
  name: string;
  slug: string;
  /** The album the new one is created in; absent at the top level. */
  parentAlbumId?: string;
}

export interface RejectedFile {
  filename: string;
  message: string;
  /** The server is to blame, its full disk for instance, and not the file: it may well be taken later. */
  mayRetry?: true;
}

export interface UploadResponse {
  /** Every photo now stored for this request, those that were there already included. */
  photos: Photo[];
  /** Names, as sent, of the files whose bytes the album already held. */
  duplicates: string[];
  rejected: RejectedFile[];
}

export interface PermissionsPayload {
  permissions: Permission[];
  /**
   * The `updatedAt` of the record the person was looking at. When somebody else changed it meanwhile the server
   * responds with 409 instead of overwriting; without it the last writer wins.
   */
  expectedUpdatedAt?: string;
}
