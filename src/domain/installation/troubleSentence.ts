import type { ServerTrouble } from '#contract/schemas/alerts.ts';

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

/** Says in words for everybody what is wrong with the server. A later release may have told of others. */
export function troubleSentence(trouble: string): string {
  const sentences: Record<string, string | undefined> = SENTENCES;
  return sentences[trouble] ?? 'Something is wrong with the server.';
}

/** Whether the last backup, or without one the beginning of the library, is too long ago. */
export function isBackupMissing(sinceMs: number, nowMs: number): boolean {
  return nowMs - sinceMs >= LONGEST_WITHOUT_BACKUP_DAYS * DAY_MS;
}
