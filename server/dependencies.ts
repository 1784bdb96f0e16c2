import { type CredentialChanges, watchCredentials } from './auth/credentialChanges.ts';
import { type Credentials, credentialsFrom } from './auth/credentials.ts';
import { DEV_EMAILS } from './auth/sessions/devAccounts.ts';
import { type KeyRepository, keyRepository } from './auth/keys/keyRepository.ts';
import { type OneTimeRepository, oneTimeRepository } from './auth/sessions/oneTimeRepository.ts';
import { type SessionRepository, sessionRepository } from './auth/sessions/sessionRepository.ts';
import { type FailedAttemptLimit, failedAttemptLimit } from './auth/keys/failedAttemptLimit.ts';
import { type Database, openDatabase, type OpenDatabase } from './db/open.ts';
import type { DecodePool } from './photos/decode/decodePool.ts';
import { openPhotoServices, type PhotoServices } from './photos/photoServices.ts';
import type { Settings } from './settings/settings.ts';
import { type UserRepository, userRepository } from './users/userRepository.ts';

const WATCH_EVERY_MS = 500;
const WATCH_AT_LEAST_EVERY_MS = 60_000;

/** What the rooms are wired with. Each grows here by name, so that main.ts and the tests wire the same things. */
export interface Dependencies {
  settings: Settings;
  db: Database;
  /** Milliseconds since 1970. */
  now: () => number;
  users: UserRepository;
  keys: KeyRepository;
  sessions: SessionRepository;
  credentials: Credentials;
  /** Tells open sockets to look at their credential again. */
  credentialChanges: CredentialChanges;
  oneTime: OneTimeRepository;
  failedAttemptLimit: FailedAttemptLimit;
  photos: PhotoServices;
  backupDatabase: OpenDatabase['backup'];
  /** Closes what was opened here; the app calls it when the last request is answered. */
  close: () => Promise<void>;
}

/** What a test replaces by its own. */
export interface DependencyParts {
  decoder?: DecodePool;
}

export async function createDependencies(
  settings: Settings,
  now: () => number = Date.now,
  parts: DependencyParts = {},
): Promise<Dependencies> {
  const { db, version, backup } = await openDatabase(settings.dataDir);
  const users = userRepository(db, { now, unusableAdmins: settings.production ? DEV_EMAILS : [] });
  const keys = keyRepository(db, now);
  const sessions = sessionRepository(db, now);
  const credentialChanges = watchCredentials({
    version,
    everyMs: WATCH_EVERY_MS,
    atLeastEveryMs: WATCH_AT_LEAST_EVERY_MS,
  });
  const photos = await openPhotoServices({ settings, db, now, databaseVersion: version, ...parts });
  return {
    settings,
    db,
    now,
    users,
    keys,
    sessions,
    credentials: credentialsFrom({ keys, sessions, users }),
    credentialChanges,
    oneTime: oneTimeRepository(db, now),
    failedAttemptLimit: failedAttemptLimit(now),
    photos,
    backupDatabase: backup,
    close: async () => {
      photos.close();
      credentialChanges.close();
      await db.destroy();
    },
  };
}
