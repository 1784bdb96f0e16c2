import type { Generated } from 'kysely';
import type { AuditAction } from '#contract/schemas/audit.ts';

/** Names are stored as they were at the time: an account may change its name, or be gone, when the log is read. */
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
