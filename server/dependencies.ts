import { type Core, openCore } from './core/core.ts';
import { openSubjects } from './subjects.ts';
import { type AlertRepository, alertRepository, removeChannel } from './alerts/alertRepository.ts';
import { type AuditLog, auditLog } from './core/audit/auditLog.ts';
import { type AuditRepository, auditRepository, settingsRepository } from './core/audit/auditRepository.ts';
import { Counters } from './core/counters.ts';
import { type CredentialChanges, watchCredentials } from './core/access/credentialChanges.ts';
import { type Credentials, credentialsFrom } from './core/access/credentials.ts';
import { type FailedAttemptLimit, failedAttemptLimit } from './core/access/failedAttemptLimit.ts';
import { type KeyRepository, keyRepository } from './keys/keyRepository.ts';
import { revokeKeysOf } from './keys/tabletKeyQueries.ts';
import { challengeRepository, type PasskeyRepository, passkeyRepository } from './passkeys/passkeyRepository.ts';
import { DEV_EMAILS } from './signIn/signIn.ts';
import { type OneTimeRepository, oneTimeRepository, setUpLinkRepository } from './signIn/oneTimeRepository.ts';
import { type InvitationRepository, invitationRepository } from './invitations/invitationRepository.ts';
import { type SessionRepository, sessionRepository } from './signIn/sessionRepository.ts';
import { SealingKeys } from './core/http/security/sealingKeysRepository.ts';
import { type Installation, installationOf, rewriteInstallation } from './core/db/installation.ts';
import { type Database, openDatabase, type OpenDatabase } from './core/db/open.ts';
import { type AuthorityRepository, authorityRepository } from './https/httpsRepository.ts';
import type { ServedCertificate } from './https/certificate.ts';
import type { Doorway } from './https/doorway.ts';
import { httpsParts } from './https/openCertificate.ts';
import { type NodeAdminRepository, nodeAdminRepository } from './nodes/admin/nodeAdminRepository.ts';
import { type SampleRepository, sampleRepository } from './nodes/history/sampleRepository.ts';
import { type NodeRepository, nodeRepository } from './nodes/registry/nodeRepository.ts';
import type { DecodePool } from './photos/decode/decodePool.ts';
import { type OverviewQueries, overviewQueries } from './home/overviewQueries.ts';
import { openPhotoServices, type PhotoServices } from './photos/photoServices.ts';
import type { DiskSpace } from './photos/upload/uploadSpace.ts';
import { Readiness, readinessChecks } from './readiness/readiness.ts';
import { requireNotMoved } from './core/settings/movedAway.ts';
import type { Settings } from './core/settings/settings.ts';
import { type GuestCodeRepository, guestCodeRepository } from './guests/guestCodeRepository.ts';
import { type ShareRepository, shareRepository } from './shares/shareRepository.ts';
import { ShareTurns } from './shares/shareTurns.ts';
import { type PairingRepository, pairingRepository } from './tablets/pairing/pairingRepository.ts';
import { TabletListeners } from './tablets/events/tabletListeners.ts';
import { type TabletRepository, tabletRepository } from './tablets/registry/tabletRepository.ts';
import { TabletWatch } from './tablets/registry/tabletWatch.ts';
import { Hold } from './update/hold.ts';
import { madeThingsRepository, type MadeThingsRepository } from './users/madeThingsRepository.ts';
import { type UserRepository, userRepository } from './users/userRepository.ts';

/**
 * Everything that the parts of the server work with, created in one place for main.ts, the commands and the tests. No
 * part imports this file: each declares the two or three things that it uses.
 */
export interface Dependencies extends Core {
  core: Core;
  settingsSeen: ReturnType<typeof settingsRepository>;
  users: UserRepository;
  /** Accounts that nobody may sign in to: in production the dev accounts. */
  unusableEmails: readonly string[];
  keys: KeyRepository;
  sessions: SessionRepository;
  credentials: Credentials;
  oneTime: OneTimeRepository;
  invitations: InvitationRepository;
  shares: ShareRepository;
  guestCodes: GuestCodeRepository;
  shareTurns: ShareTurns;
  passkeys: PasskeyRepository;
  challenges: ReturnType<typeof challengeRepository>;
  setUpLinks: ReturnType<typeof setUpLinkRepository>;
  photos: PhotoServices;
  nodes: NodeRepository;
  samples: SampleRepository;
  nodeAdmin: NodeAdminRepository;
  alerts: AlertRepository;
  tablets: TabletRepository;
  made: MadeThingsRepository;
  pairings: PairingRepository;
  tabletWatch: TabletWatch;
  tabletListeners: TabletListeners;
  readiness: Readiness;
  overview: OverviewQueries;
  authorities: AuthorityRepository;
  /** The certificate that the server shows; undefined: it serves plain http. Opened by the first call. */
  certificate: () => Promise<ServedCertificate | undefined>;
  doorway: Doorway;
  hold: Hold;
}

export interface DependencyParts {
  decoder?: DecodePool;
  /** The space of the disk with the data folder. */
  diskSpace?: () => Promise<DiskSpace>;
  hold?: Hold;
}

export async function createDependencies(
  settings: Settings,
  clock: () => number = Date.now,
  { hold = new Hold(), ...parts }: DependencyParts = {},
): Promise<Dependencies> {
  const core = await openCore({ settings, clock, peersOf: (peers) => hold.neverFirstWhileHeld(peers) });
  const { db, now, sealing, accessVersion, libraryVersion: library, peers, installation } = core;
  const unusableEmails = settings.production ? DEV_EMAILS : [];
  const users = userRepository(db, { now, unusableEmails });
  const [keys, sessions] = [keyRepository(db, now), sessionRepository(db, now)];
  const links = linkParts(db, now, { users, sealing });
  const { close: closeHttps, ...https } = httpsOf(db, { settings, now, installation, eraseDeleted: core.eraseDeleted });
  const photos = await openPhotoServices({ settings, db, now, libraryVersion: library, peers, ...links, ...parts });
  const writeDatabase = async () => (hold.refusesWrites ? undefined : rewriteInstallation(db));
  const checks = readinessChecks({ settings, writeDatabase, photos });
  core.slots.closing.add(() => photos.close(), closeHttps);
  await openSubjects(core);
  return {
    ...core,
    core,
    settingsSeen: settingsRepository(db),
    users,
    unusableEmails,
    keys,
    sessions,
    credentials: credentialsFrom({ keys, sessions, users, ...links }, { accessVersion, refresh: library.refresh, now }),
    ...signInParts(db, now),
    ...links,
    photos,
    ...nodeParts(db, now),
    ...tabletParts(db, { now, peers }),
    readiness: new Readiness(checks, now),
    overview: overviewQueries(db),
    ...https,
    hold,
  };
}

function httpsOf(db: Database, parts: Pick<Core, 'settings' | 'now' | 'installation' | 'eraseDeleted'>) {
  const authorities = authorityRepository(db, parts.eraseDeleted);
  return { authorities, ...httpsParts({ ...parts, authorities }) };
}

function nodeParts(db: Database, now: () => number): Pick<Dependencies, 'nodes' | 'samples' | 'nodeAdmin' | 'alerts'> {
  const [nodes, samples] = [nodeRepository(db), sampleRepository(db)];
  return { nodes, samples, nodeAdmin: nodeAdminRepository(db, now), alerts: alertRepository(db, now) };
}

function linkParts(db: Database, now: () => number, { users, sealing }: Pick<Dependencies, 'users' | 'sealing'>) {
  return {
    invitations: invitationRepository({ db, now, users }),
    setUpLinks: setUpLinkRepository({ db, now, users }),
    shares: shareRepository(db, now),
    guestCodes: guestCodeRepository(db, now, sealing),
    shareTurns: new ShareTurns(),
  };
}

function signInParts(db: Database, now: () => number): Pick<Dependencies, 'oneTime' | 'passkeys' | 'challenges'> {
  const passkeys = passkeyRepository(db, now);
  return { oneTime: oneTimeRepository(db, now), passkeys, challenges: challengeRepository(db, now) };
}

function tabletParts(
  db: Database,
  { now, peers }: Pick<Dependencies, 'now' | 'peers'>,
): Pick<Dependencies, 'tablets' | 'made' | 'pairings' | 'tabletWatch' | 'tabletListeners'> {
  const tablets = tabletRepository(db, now);
  const tabletWatch = new TabletWatch({ repository: tablets, now, peers });
  const [made, pairings] = [madeThingsRepository({ db, now, revokeKeysOf, removeChannel }), pairingRepository(db, now)];
  return { tablets, made, pairings, tabletWatch, tabletListeners: new TabletListeners(peers) };
}
