import type { Photo, SignedInUser } from './entities.ts';
import type { Permission } from './permissions.ts';

/**
 * The server knows the credential and no longer accepts it. When a tablet receives this code from the installation that
 * verified its key, it erases what it stored for the key.
 */
export const CREDENTIAL_REFUSED = 'credential-refused';
/** The server does not know the credential. Its database may have been lost, so a tablet erases nothing. */
export const CREDENTIAL_UNKNOWN = 'credential-unknown';

export type CredentialCode = typeof CREDENTIAL_REFUSED | typeof CREDENTIAL_UNKNOWN;

/** The body of every response that is not a success. */
export interface ErrorResponse {
  message: string;
  code?: CredentialCode;
  /** Sent together with a code: the id of the installation that sent the response. */
  installation?: string;
}

export type KeyCheckResponse = { valid: true; installation: string } | ({ valid: false } & ErrorResponse);

/** The signed-in user, with the id of the installation that opened the session; an earlier release does not send it. */
export type NewSession = SignedInUser & { installation?: string };

export type AuthResponse = ({ success: true } & NewSession) | { success: false; message: string };

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
  /** Set when the server caused the failure, by a full disk for instance: the file may be accepted later. */
  mayRetry?: true;
}

export interface UploadResponse {
  /** All photos of this request that are now stored, including those that were stored before. */
  photos: Photo[];
  /** Names, as sent, of the files whose bytes the album already held. */
  duplicates: string[];
  rejected: RejectedFile[];
}

export interface BlockPayload {
  blocked: boolean;
  /** Whether the tablets and shares that the person has made, and may not make any more, end too. */
  endMade?: boolean;
}

export interface PermissionsPayload {
  permissions: Permission[];
  /**
   * The `updatedAt` of the record that the person saw. When somebody else has changed the record meanwhile, the server
   * responds with 409; without this field it overwrites the record.
   */
  expectedUpdatedAt?: string;
  /** Ends the person's tablets and links too, like the same field of a block. */
  endMade?: boolean;
}
