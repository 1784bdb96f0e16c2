import type { Generated } from 'kysely';

interface TabletTable {
  id: string;
  name: string;
  /** A JSON list of album ids; null: the tablet may see all albums. */
  album_ids: string | null;
  /** JSON of the settings that differ from the defaults. */
  settings: string;
  created_at: number;
  /** From then on the key is refused; null: never. */
  expires_at: number | null;
  /** When an admin ordered a new key that the tablet does not use yet. */
  key_wanted_at: Generated<number | null>;
  /**
   * The hash of the secret by which the device proves that it is the tablet; null: none was handed out for the present
   * key.
   */
  device_secret_hash: Generated<string | null>;
  /** 1 when the device that asked last for its settings has proved it; 2 when another contested an order. */
  device_proved: Generated<number>;
  last_seen_at: Generated<number | null>;
  /** JSON of what the tablet told last. */
  report: Generated<string | null>;
  /** JSON of the photos that it has shown last, newest first. */
  shown: Generated<string>;
  /** In how many minutes of each quarter hour it was heard of, as in contract/sockets.ts, up to `last_minute`. */
  day: Generated<string>;
  /** In minutes since 1970. */
  last_minute: Generated<number | null>;
  /** The id of the admin who was given its last key; null where that is not known. */
  made_by: Generated<string | null>;
}

/** Screens that show a code to be typed by an admin. */
interface PairingTable {
  code: string;
  secret_hash: string;
  created_at: number;
  expires_at: number;
  /** Set when an admin has accepted the screen. */
  tablet_id: string | null;
  /** When the screen collected its key. */
  collected_at: number | null;
  /** The address that asked for it, of IPv6 its /64 network; null for an offer of an earlier release. */
  address: Generated<string | null>;
}

/** The diaries of tablets, by days since 1970 in UTC. */
interface TabletDayTable {
  tablet_id: string;
  day: number;
  /** JSON of the entries of its diary, in order. */
  entries: string;
}

export interface TabletTables {
  tablets: TabletTable;
  tablet_days: TabletDayTable;
  pairings: PairingTable;
}
