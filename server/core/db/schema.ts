import type { Generated } from 'kysely';
import type { AuditAction } from '#contract/audit/schemas.ts';
import type { AccountTables } from './accountTables.ts';
import type { InstallationTables } from './installation.ts';
import type { PhotoTables, SourceTables } from './photoTables.ts';
import type { ChannelKind } from '#contract/admin/limits.ts';

interface TabletTable {
  id: string;
  name: string;
  /** A JSON list of album ids; null: the tablet may see all albums. */
  album_ids: string | null;
  /** JSON of the settings that differ from the defaults. */
  settings: string;
  created_at: number;
  /** The time from which on the key is rejected; null: never. */
  expires_at: number | null;
  last_seen_at: Generated<number | null>;
  /** JSON of the tablet's last report. */
  report: Generated<string | null>;
  /** JSON of the photos that it has shown last, newest first. */
  shown: Generated<string>;
  /**
   * The number of minutes of each quarter hour in which it was heard, as in contract/sockets.ts, up to `last_minute`.
   */
  day: Generated<string>;
  /** In minutes since 1970. */
  last_minute: Generated<number | null>;
  /** The id of the admin who was given its last key; null where that is unknown. */
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
  /** The address of the screen that asked for it, for IPv6 its /64 network; null for an offer of an earlier release. */
  address: Generated<string | null>;
}

/** The diaries of tablets, by days since 1970 in UTC. */
interface TabletDayTable {
  tablet_id: string;
  day: number;
  /** JSON of the entries of its diary, in order. */
  entries: string;
}

interface TabletTables {
  tablets: TabletTable;
  tablet_days: TabletDayTable;
  pairings: PairingTable;
}

interface NodeTable {
  node_id: string;
  last_heartbeat: number | null;
  brightness: number | null;
  /** The key that first reported for the node; null when that is not known. */
  key_id: string | null;
  /** The first heartbeat; null before it; 0 for nodes that are older than this column. */
  first_seen: Generated<number | null>;
  /** The unit of the value of its pings, which `brightness` holds; null: that is a brightness. */
  unit: string | null;
  text: string | null;
  /** 0: the last ping said that something failed; null: there was no ping. */
  ok: number | null;
  /** 1: a message of the MQTT broker made it, and it belongs to no key. */
  by_broker: number;
}

/** People's notes on a node, and the state of its alerts. */
interface NodeAdminTable {
  node_id: string;
  notes: Generated<string>;
  /** Null: the rule for all nodes applies; 0: never. */
  alert_after_minutes: Generated<number | null>;
  /** No alerts until this time; null: not muted. */
  muted_until: Generated<number | null>;
  /** A value above the first or below the second is reported; null: no value is. */
  above: Generated<number | null>;
  below: Generated<number | null>;
  /** The minutes for which it has to be beyond the limits. */
  beyond_minutes: Generated<number | null>;
  /** The time of the alert that the node is silent; null since it is back. */
  told_at: Generated<number | null>;
  /** When a person confirmed that alert. */
  acknowledged_at: Generated<number | null>;
}

/** The heartbeats of a node in five minutes, or in an hour; an empty id holds the server's own seconds. */
interface NodeSampleTable {
  /** The index of the five minutes, or of the hour, counted from 1970. */
  stretch: number;
  node_id: string;
  heartbeats: number;
  /** The number of minutes with a heartbeat; null in the rows of earlier versions. */
  minutes: number | null;
  readings: number;
  mean: number | null;
  low: number | null;
  high: number | null;
}

interface NodeTables {
  node_care: NodeAdminTable;
  node_fives: NodeSampleTable;
  node_hours: NodeSampleTable;
  nodes: NodeTable;
}

interface AlertTables {
  /** One row with the rule for all nodes, as JSON. */
  alert_rule: { id: number; rule: string };
  alert_channels: {
    id: string;
    kind: ChannelKind;
    name: string;
    /** JSON of where messages go, with its secrets. */
    target: string;
    created_at: number;
    /** JSON of how the last message went. */
    last_result: string | null;
    /** The id of the admin who added it; null for a channel of an earlier release. */
    made_by: Generated<string | null>;
  };
  /** The tablets and the troubles of the server that an alert has reported and that are not over. */
  alerts_told: { about: string; id: string; told_at: number };
  /** Messages that are still to be sent. */
  alert_outbox: {
    id: string;
    channel_id: string;
    message: string;
    created_at: number;
    attempts: number;
    next_at: number;
  };
}

/** Names are stored as they were then: an account may be renamed or deleted before the log is read. */
interface AuditEventTable {
  id: Generated<number>;
  at: number;
  action: AuditAction;
  /** The account that did it; null for the operator's command line and for the server itself. */
  actor_id: string | null;
  actor: string;
  /** The account that the action changed, if it changed one. */
  subject_id: string | null;
  subject: string | null;
  what: string | null;
  /** Null where there was no request. */
  address: string | null;
}

/** The settings of the last start as hashes with a secret of the server, since some settings hold secrets. */
interface SettingSeenTable {
  name: string;
  value_hash: string;
}

export interface AuditTables {
  audit_events: AuditEventTable;
  settings_seen: SettingSeenTable;
}

/** All tables. Times are milliseconds since 1970, ids are opaque strings. */
export interface Schema
  extends
    AccountTables,
    AlertTables,
    AuditTables,
    PhotoTables,
    NodeTables,
    InstallationTables,
    SourceTables,
    TabletTables {}
