import type { Generated } from 'kysely';
import type { AuditAction } from '#contract/schemas/audit.ts';
import type { AccountTables } from './accountTables.ts';
import type { InstallationTables } from './installation.ts';
import type { AlertTables, NodeTables, TabletTables } from './deviceTables.ts';
import type { PhotoTables, SourceTables } from './photoTables.ts';

/** Names are stored as they were then: an account may be renamed or deleted before the log is read. */
interface AuditEventTable {
  id: Generated<number>;
  at: number;
  action: AuditAction;
  /** The account that did it; null for the operator's command line and for the server itself. */
  actor_id: string | null;
  actor: string;
  /** The account that it was done to, if it was done to one. */
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
