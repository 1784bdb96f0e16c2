import { type Addresses, plainAddresses } from './addresses/addresses.ts';
import { watchCredentials, type CredentialChanges } from './access/credentialChanges.ts';
import { type Credentials, type CredentialSources, credentialsFrom, noCredentials } from './access/credentials.ts';
import { type FailedAttemptLimit, failedAttemptLimit } from './access/failedAttemptLimit.ts';
import { type AuditLog, auditLog } from './audit/auditLog.ts';
import { type AuditRepository, auditRepository } from './audit/auditRepository.ts';
import { Counters } from './counters.ts';
import { type DiskSpace, diskSpaceOf } from './files/diskSpace.ts';
import { Hold } from './hold.ts';
import { type Installation, installationOf } from './db/installation.ts';
import type { Cluster } from './db/cluster.ts';
import { type Database, openDatabase, type OpenDatabase } from './db/open.ts';
import { type Certificates, certificates } from './http/secure/openCertificate.ts';
import { SealingKeys } from './http/security/sealingKeysRepository.ts';
import { requireNotMoved } from './settings/movedAway.ts';
import type { Settings } from './settings/settings.ts';
import { emptySlots, type Slots } from './slots.ts';

/** The parts that every subject is made with. The core knows no subject. */
export interface Core extends Pick<OpenDatabase, 'eraseDeleted'>, Cluster {
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
  /** Those of this server; a subject that gives it more replaces the plain ones. */
  addresses: Addresses;
  certificate: Certificates['certificate'];
  credentials: Credentials;
  /** Where the credentials are found; the subjects that have them replace these. */
  credentialSources: CredentialSources;
  /** Tells open sockets to check their credentials again. */
  credentialChanges: CredentialChanges;
  failedAttemptLimit: FailedAttemptLimit;
  /** Changes that other processes made to albums and photos. */
  libraryVersion: OpenDatabase['library'];
  backupDatabase: OpenDatabase['backup'];
  /** The space of the disk with the data folder. */
  diskSpace: () => Promise<DiskSpace>;
  hold: Hold;
  replacements: Replacements;
  slots: Slots;
  /** Closes what the subjects opened, then the database; the app calls this when the last response is sent. */
  close: () => Promise<void>;
}

/** Parts of subjects that a test replaces. Each subject declares its own here. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- subjects add to it
export interface Replacements {}

export interface CoreParts {
  settings: Settings;
  clock: () => number;
  diskSpace?: () => Promise<DiskSpace>;
  hold?: Hold;
  replacements?: Replacements;
}

export async function openCore({
  settings,
  clock,
  diskSpace,
  hold = new Hold(),
  replacements = {},
}: CoreParts): Promise<Core> {
  const { dataDir, databaseUrl: url } = requireNotMoved(settings);
  const { db, aheadMs, version, accessVersion, isNew, library, backup, cluster, eraseDeleted } = await openDatabase(
    dataDir,
    { url },
  );
  const now = () => clock() + aheadMs();
  const auditEntries = auditRepository(db, now);
  const audit = auditLog({ repository: auditEntries, now });
  const credentialChanges = watchCredentials({ version, everyMs: 500, atLeastEveryMs: 60_000 });
  const credentialSources = noCredentials();
  const slots = emptySlots();
  const { certificate, close: closeCertificate } = certificates(settings, slots.certificates);
  return {
    settings,
    db,
    isNew,
    eraseDeleted,
    installation: await installationOf(db),
    now,
    counters: new Counters(),
    audit,
    auditEntries,
    sealing: new SealingKeys(db, settings),
    addresses: plainAddresses(),
    certificate,
    credentials: credentialsFrom(credentialSources, { accessVersion, refresh: library.refresh, now }),
    credentialSources,
    credentialChanges,
    failedAttemptLimit: failedAttemptLimit(now),
    libraryVersion: library,
    backupDatabase: backup,
    diskSpace: diskSpace ?? (() => diskSpaceOf(dataDir)),
    hold,
    replacements,
    ...cluster,
    leader: hold.neverLeaderWhileHeld(cluster.leader),
    slots,
    close: async () => {
      for (const close of [...slots.closing].toReversed()) await close();
      closeCertificate();
      credentialChanges.close();
      await audit.close();
      await db.destroy();
    },
  };
}
