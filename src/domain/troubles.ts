import type { ReadinessCode, Overview, ServerStatus } from '#contract/server/schemas.ts';
import type { Words } from '#domain/watched.ts';

/** A reason why the server is not ready, or a missing backup for a week. */
export type ServerTrouble = ReadinessCode | 'no-backup';

const DAY_MS = 86_400_000;
const LONGEST_WITHOUT_BACKUP_DAYS = 7;

const SENTENCES: Record<ServerTrouble, string> = {
  'database-not-writable':
    'The server cannot write to its database, so nothing new can be stored. Photos are still shown.',
  'disk-not-writable': 'The server cannot write to its disk, so no photos can be uploaded. Photos are still shown.',
  'store-not-writable':
    'The server cannot write to its object store, so no photos can be uploaded, and only those in its memory are shown.',
  'disk-almost-full': 'The disk of the server is almost full: less than 5 % of it are free.',
  'backup-failed': 'The last backup failed.',
  'backup-overdue': 'A backup is overdue.',
  'backup-incomplete': 'The last backup lacks photos, because the server itself has lost or damaged their files.',
  'photos-not-readable': 'The server cannot read new pictures, so no photos can be uploaded.',
  'no-backup': `There has been no backup for ${LONGEST_WITHOUT_BACKUP_DAYS} days.`,
};

/** Describes a problem of the server for everybody. A later release may report others. */
export function troubleSentence(trouble: string): string {
  const sentences: Record<string, string | undefined> = SENTENCES;
  return sentences[trouble] ?? 'Something is wrong with the server.';
}

export function serverTroubleWords(troubles: readonly string[]): Words {
  return { title: 'The server needs attention', body: troubles.map((trouble) => troubleSentence(trouble)).join(' ') };
}

/** `others` is the number of troubles that remain. */
export function serverBackWords(troubles: readonly string[], others: number): Words {
  const sentences = troubles.map((trouble) => `“${troubleSentence(trouble)}”`).join(' ');
  return {
    title: others === 0 ? 'The server is working again' : 'The server: a problem is solved',
    body: `No longer true: ${sentences}`,
  };
}

/** Whether the last backup, or without one the beginning of the library, is too long ago. */
export function isBackupMissing(sinceMs: number, nowMs: number): boolean {
  return nowMs - sinceMs >= LONGEST_WITHOUT_BACKUP_DAYS * DAY_MS;
}

interface Remedy {
  /** The action that a person can take. */
  text: string;
  /** The page where it is done; without it, it is done on the server itself. */
  page?: '/admin/trash' | '/admin/photos' | '/admin/backups';
}

const ON_ITS_MACHINE = 'on the machine of the server';
const FROM_ITS_MACHINE = 'from the machine of the server';

const REMEDIES: Record<ReadinessCode, Remedy> = {
  'database-not-writable': { text: `Look at the disk, and at who may write to the data folder, ${ON_ITS_MACHINE}.` },
  'disk-not-writable': { text: `Look at the disk, and at who may write to the data folder, ${ON_ITS_MACHINE}.` },
  'store-not-writable': { text: `Check whether the object store (S3_URL) can be reached ${FROM_ITS_MACHINE}.` },
  'disk-almost-full': { text: `Empty the trash, or make room ${ON_ITS_MACHINE}`, page: '/admin/trash' },
  'backup-failed': {
    text: 'Check the folder for backups; the next backup is tried automatically',
    page: '/admin/backups',
  },
  'backup-overdue': { text: 'Check whether the folder for backups is there', page: '/admin/backups' },
  'backup-incomplete': {
    text: 'Run “npm run cli -- verify”, which names them, and upload those photos again',
    page: '/admin/photos',
  },
  'photos-not-readable': { text: `Restart the server, and check how much memory is free ${ON_ITS_MACHINE}.` },
};

/** Returns the place where a problem of the server is solved, and the way to do it. */
export function remedyOf(code: ReadinessCode): Remedy {
  return REMEDIES[code];
}

interface Seen {
  status: ServerStatus;
  overview: Overview;
  now: number;
}

/**
 * Whether the page may say that all is well: nothing is wrong, late, failing or off the wall, no source waits for a yes, and
 * there is a new backup.
 */
export function isAllWell({ status: { ready, backup }, overview: { nodes, tablets, leaving }, now }: Seen): boolean {
  const isQuiet =
    nodes.late === 0 && (nodes.failing ?? 0) === 0 && (tablets?.offline ?? 0) === 0 && leaving === undefined;
  return ready && isBackedUp(backup, now) && isQuiet;
}

/** Whether there is a backup, made by the last attempt and recent enough. */
export function isBackedUp({ newest, failure }: ServerStatus['backup'], now: number): boolean {
  return newest !== null && failure === null && !isBackupMissing(Date.parse(newest.madeAt), now);
}
