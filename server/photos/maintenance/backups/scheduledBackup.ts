import { dirname, resolve } from 'node:path';
import { reasonOf, UserError } from '#server/errors.ts';
import { namesIn } from '../../store/durableFiles.ts';
import { type BackupReport, type BackupSource, backUpDated } from './backup.ts';
import { type LastBackup, newestOf, readLastBackup, saveLastBackup } from './lastBackup.ts';

interface BackupPlace {
  dir: string;
  keep: number;
}

/** Makes the backup that is due in the folder of the plan, and records in the data folder how it went. */
export async function makeScheduledBackup(source: BackupSource, { dir, keep }: BackupPlace): Promise<LastBackup> {
  const startedAt = source.now();
  const before = await readLastBackup(source.dataDir);
  const last = await attempt(source, { dir, keep, before });
  const finished = { startedAt, finishedAt: source.now(), dir, ...last };
  // A record that cannot be written is no error: the backup of a data disk that is read-only succeeds all the same.
  await saveLastBackup(source.dataDir, finished).catch(() => undefined);
  return finished;
}

/** Records a backup that was made into some folder by hand. */
export async function recordBackup({ dataDir, now }: BackupSource, report: BackupReport): Promise<void> {
  const at = now();
  const made = { startedAt: at, finishedAt: at, dir: dirname(report.folder), ...resultOf(report, at) };
  await saveLastBackup(dataDir, made).catch(() => undefined);
}

function resultOf(report: BackupReport, madeAt: number): Attempt {
  const { folder, photos, files } = report;
  const outcome = report.missing + report.damaged === 0 ? 'made' : 'incomplete';
  return { outcome, message: sentenceOf(report), folder, photos, files, madeAt };
}

type Attempt = Omit<LastBackup, 'startedAt' | 'finishedAt' | 'dir'>;

async function attempt(
  source: BackupSource,
  { dir, keep, before }: BackupPlace & { before: LastBackup | undefined },
): Promise<Attempt> {
  try {
    await requireMounted(dir, before);
    const report = await backUpDated(source, { place: dir, keep });
    return resultOf(report, source.now());
  } catch (error) {
    return { outcome: 'failed', message: reasonOf(error), ...newestOf(before) };
  }
}

/**
 * Fails when the disk for backups does not seem to be mounted: the backup would be written into the empty folder on
 * another disk.
 */
async function requireMounted(dir: string, before: LastBackup | undefined): Promise<void> {
  if (before?.folder == null || dirname(before.folder) !== resolve(dir)) return;
  if ((await namesIn(dir)).length > 0) return;
  throw new UserError(500, `${dir} is empty, though the last backup was made there: is its disk mounted?`);
}

export function sentenceOf({ folder, photos, files, copied, linked, missing, damaged }: BackupReport): string {
  const all = files === photos ? `${photos} photos` : `${photos} photos (${files} files)`;
  const made = `${all} and the database are in ${folder} (${copied} files copied, ${linked} kept from before)`;
  const lacking = missing + damaged;
  if (lacking === 0) return made;
  return `${made}; of ${lacking} photos files are missing or damaged here: see verify`;
}
