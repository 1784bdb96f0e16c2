import type { Generated } from 'kysely';
import type { Permission } from '#contract/permissions.ts';
import type { ShareUpload } from '#contract/access/shareKeys.ts';

/** A kiosk's key reads photos, a node's key reports heartbeats. */
export type KeyUse = 'kiosk' | 'node';

interface UserTable {
  id: string;
  /** Apple's `sub`; null for an account known by its e-mail alone (dev sign-in, sign-in link, `user grant`). */
  apple_subject: string | null;
  email: string;
  first_name: string;
  last_name: string;
  created_at: number;
  updated_at: number;
  /** Null unless an admin blocked the account: nobody can then sign in to it. */
  blocked_at: number | null;
  /** When a session of the person was last used, to some minutes; null: never. */
  last_seen_at: Generated<number | null>;
  /** A JSON list of the only albums that the person sees, each with all below it; null: all. */
  album_ids: Generated<string | null>;
}

interface UserPermissionTable {
  user_id: string;
  permission: Permission;
}

interface SessionTable {
  id: string;
  token_hash: string;
  user_id: string;
  created_at: number;
  last_used_at: number;
  /** The same values as in domain/access/deviceName.ts; null for a session of the first release. */
  device: string | null;
}

interface ApiKeyTable {
  id: string;
  name: string;
  use: KeyUse;
  key_hash: string;
  created_at: number;
  revoked_at: number | null;
  /** The tablet that the key belongs to; null for a node's key, and once the tablet was deleted. */
  tablet_id: Generated<string | null>;
}

interface SignInLinkTable {
  token_hash: string;
  email: string;
  expires_at: number;
  /** The id of the admin who made it; null for a link of the command line or of an earlier release. */
  made_by: Generated<string | null>;
  /**
   * The id of the session that the link replaces: the session ends when the link is used, and the link ends with it.
   * Null: the link begins another session.
   */
  replaces: Generated<string | null>;
}

/** A link with which the first admin signs in. */
interface SetUpLinkTable {
  token_hash: string;
  /** The server on this database that printed it. */
  server: string;
  used_at: number | null;
}

/** Nonces of successful Apple sign-ins, stored until their tokens have expired, so that each is accepted only once. */
interface UsedNonceTable {
  nonce: string;
  expires_at: number;
}

/** Random values made at the first start and never changed, such as the one that photo names are derived with. */
interface ServerSecretTable {
  name: string;
  value: string;
}

/** An invitation makes one account, for whoever opens its link first. */
interface InvitationTable {
  id: string;
  token_hash: string;
  /** The admin's name for the person, who may choose another one. */
  name: string;
  /** Null for somebody who is known by name alone. */
  email: string | null;
  /** JSON: what the account may do from the start. */
  permissions: string;
  /** A JSON list of the only albums that the account sees from the start; null: all. */
  album_ids: Generated<string | null>;
  /** The id of the admin. */
  created_by: string;
  created_at: number;
  expires_at: number;
  /** When it was taken back. */
  revoked_at: number | null;
  used_at: number | null;
  /** The id of the account that it made. */
  used_by: string | null;
}

/** A share's key opens one album, with what is below it, to whoever has its link. */
interface ShareTable {
  id: string;
  /** The person whom it is for, if somebody said so. */
  name: string | null;
  key_hash: string;
  album_id: string;
  /** The id of the person who shared the album. */
  created_by: string;
  created_at: number;
  /** Null: until it is taken back. */
  expires_at: number | null;
  revoked_at: number | null;
  /** When a visitor last opened it. */
  used_at: number | null;
  /** Whether photos that visitors send are shown at once, or after somebody approved them; null: they send none. */
  may_upload: Generated<ShareUpload | null>;
  /** The number of photos that visitors may send. */
  max_photos: Generated<number>;
  /** The number of photos that visitors have sent. */
  taken: Generated<number>;
  /** The bytes that visitors may send. */
  max_bytes: Generated<number>;
  /** The bytes that visitors have sent, in files that could not be read too. */
  taken_bytes: Generated<number>;
  /** 1 when visitors may download the originals. */
  may_download: Generated<number>;
  /** 0 when visitors may not look at the album. */
  sees_album: Generated<number>;
  /** The tablet that shows the share as its guest code; null: it is a link that somebody was given. */
  tablet_id: Generated<string | null>;
  /** The key, encrypted with the server's secret, for as long as that tablet shows it. */
  sealed_key: Generated<string | null>;
}

interface PasskeyTable {
  id: string;
  /** The browser's id of the passkey, in base64url. */
  credential_id: string;
  user_id: string;
  /** In COSE's form, in base64url. */
  public_key: string;
  /** The authenticator's own counter of signatures; 0 where it does not count. */
  counter: number;
  /** JSON: how browsers reach the authenticator, such as "internal" or "usb". */
  transports: string;
  /** The host name that it was made for; browsers offer it nowhere else. */
  host: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

/** A challenge that an authenticator has to sign; the row is deleted when it is used. */
interface PasskeyChallengeTable {
  challenge: string;
  /** The person who makes a passkey; null for a sign-in. */
  user_id: string | null;
  host: string;
  expires_at: number;
}

export interface AccountTables {
  users: UserTable;
  user_permissions: UserPermissionTable;
  sessions: SessionTable;
  api_keys: ApiKeyTable;
  sign_in_links: SignInLinkTable;
  set_up_links: SetUpLinkTable;
  used_nonces: UsedNonceTable;
  server_secrets: ServerSecretTable;
  invitations: InvitationTable;
  shares: ShareTable;
  passkeys: PasskeyTable;
  passkey_challenges: PasskeyChallengeTable;
}
