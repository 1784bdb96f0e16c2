/**
 * The server knows the credential and no longer accepts it. When a tablet receives this code from the installation that
 * verified its key, it erases what it stored for the key.
 */
export const CREDENTIAL_REFUSED = 'credential-refused';
/** The server does not know the credential. Its database may have been lost, so a tablet erases nothing. */
export const CREDENTIAL_UNKNOWN = 'credential-unknown';

export type CredentialCode = typeof CREDENTIAL_REFUSED | typeof CREDENTIAL_UNKNOWN;
