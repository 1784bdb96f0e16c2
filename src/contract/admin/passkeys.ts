/** One of a person's passkeys, as the person is shown it. */
export interface PasskeyRecord {
  id: string;
  name: string;
  /** The host name that it was made for; browsers offer it nowhere else. */
  host: string;
  /** ISO 8601. */
  createdAt: string;
  /** Null until it has signed somebody in. */
  lastUsedAt: string | null;
}

export const PASSKEY_NAME_MAX_CHARACTERS = 60;
