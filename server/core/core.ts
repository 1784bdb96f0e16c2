import { watchCredentials, type CredentialChanges } from './access/credentialChanges.ts';
import { type FailedAttemptLimit, failedAttemptLimit } from './access/failedAttemptLimit.ts';
import { type AuditLog, auditLog } from './audit/auditLog.ts';
import { type AuditRepository, auditRepository } from './audit/auditRepository.ts';
import { Counters } from './counters.ts';
import { type Installation, installationOf } from './db/installation.ts';
import { type Database, openDatabase, type OpenDatabase } from './db/open.ts';
import { SealingKeys } from './http/security/sealingKeysRepository.ts';
import { requireNotMoved } from './settings/movedAway.ts';
import type { Settings } from './settings/settings.ts';
import { emptySlots, type Slots } from './slots.ts';

/** What every subject is made with. It knows none of them. */
export interface Core extends Pick<OpenDatabase, 'accessVersion' | 'eraseDeleted' | 'peers'> {
  settings: Settings;
  db: Database;
  installation: Installation;
  /** True when there was no database in the data folder before. */
  isNew: boolean;
  /** Milliseconds since 1970. */
  now: () => number;
  counters: Counters;
  audit: AuditLog;
  auditEntries: AuditRepository;
  sealing: SealingKeys;
  /** Tells open sockets to check their credentials again. */
  credentialChanges: CredentialChanges;
  failedAttemptLimit: FailedAttemptLimit;
  /** Changes that other processes made to albums and photos. */
  libraryVersion: OpenDatabase['library'];
  backupDatabase: OpenDatabase['backup'];
  slots: Slots;
  /** Closes what the subjects opened, then the database; the app calls this when the last response is sent. */
  close: () => Promise<void>;
}

interface CoreParts {
  settings: Settings;
  clock: () => number;
  /** What the server tells the others on its database, as a version that is not confirmed yet does it. */
  peersOf?: (peers: OpenDatabase['peers']) => OpenDatabase['peers'];
}

export async function openCore({ settings, clock, peersOf = (peers) => peers }: CoreParts): Promise<Core> {
  const { dataDir, databaseUrl: url } = requireNotMoved(settings);
  const { db, aheadMs, version, library, backup, ...opened } = await openDatabase(dataDir, { url });
  const now = () => clock() + aheadMs();
  const auditEntries = auditRepository(db, now);
  const audit = auditLog({ repository: auditEntries, now });
  const credentialChanges = watchCredentials({ version, everyMs: 500, atLeastEveryMs: 60_000 });
  const slots = emptySlots();
  return {
    ...opened,
    settings,
    db,
    installation: await installationOf(db),
    now,
    counters: new Counters(),
    audit,
    auditEntries,
    sealing: new SealingKeys(db, settings),
    credentialChanges,
    failedAttemptLimit: failedAttemptLimit(now),
    libraryVersion: library,
    backupDatabase: backup,
    peers: peersOf(opened.peers),
    slots,
    close: async () => {
      for (const close of [...slots.closing].toReversed()) await close();
      credentialChanges.close();
      await audit.close();
      await db.destroy();
    },
  };
}
