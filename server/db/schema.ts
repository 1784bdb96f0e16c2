import type { AccountTables } from './accountTables.ts';
import type { AuditTables } from './auditTables.ts';
import type { InstallationTables } from './installation.ts';
import type { AlertTables, NodeTables } from './nodeTables.ts';
import type { PhotoTables, SourceTables } from './photoTables.ts';
import type { TabletTables } from './tabletTables.ts';

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
