import { dirname, resolve, join } from 'node:path';
import { Type, type Static } from 'typebox';
import { reasonOf, UserError } from '#server/core/errors.ts';
import { fits } from '#server/core/schemaChecks.ts';
import { countOf } from '#domain/curation/counts.ts';
import { OPEN_TO_OTHERS } from '#domain/backups/backupSentence.ts';
import { namesIn, readText, replaceDurably } from '#server/core/files/durableFiles.ts';
import { type BackupReport, type BackupSource, backUpDated } from './backup.ts';

interface BackupPlace {
  dir: string;
  keep: number;
}

/** Makes the backup that is due in the folder of the plan, and records the outcome in the data folder. */
export async function makeScheduledBackup(source: BackupSource, { dir, keep }: BackupPlace): Promise<LastBackup> {
  const startedAt = source.now();
  const before = await readLastBackup(source.dataDir);
  const last = await attempt(source, { dir, keep, before });
  const finished = { startedAt, finishedAt: source.now(), dir, ...last };
  // A record that cannot be written is no error: the backup of a read-only data disk succeeds all the same.
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
  const { folder, photos, files, isOpenToOthers } = report;
  const outcome = report.missing + report.damaged === 0 ? 'made' : 'incomplete';
  return { outcome, message: madeSentence(report), folder, photos, files, isOpenToOthers, madeAt };
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
    return { outcome: 'failed', message: reasonOf(error), ...newestBackup(before) };
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

export function madeSentence(report: BackupReport): string {
  const { folder, photos, files, copied, linked, missing, damaged, isOpenToOthers } = report;
  const all = countOf(photos, 'photo') + (files === photos ? '' : ` (${countOf(files, 'file')})`);
  const made = `${all} and the database are in ${folder} (${countOf(copied, 'file')} copied, ${linked} kept from before)`;
  const lacking = missing + damaged;
  if (lacking === 0) return isOpenToOthers ? `${made}. ${OPEN_TO_OTHERS}` : made;
  return `${made}; files of ${countOf(lacking, 'photo')} are missing or damaged here: see verify`;
}

/** The outcome of the last backup into BACKUP_DIR; stored in the data folder, so that it is known after a restart. */
export const LastBackup = Type.Object({
  /** Times in milliseconds since 1970. */
  startedAt: Type.Number(),
  finishedAt: Type.Number(),
  /** `incomplete`: made, but without files that the library itself has lost. */
  outcome: Type.Union([Type.Literal('made'), Type.Literal('incomplete'), Type.Literal('failed')]),
  /** A sentence for the operator. */
  message: Type.String(),
  /** The newest backup that was made, which is an earlier one when this failed. */
  folder: Type.Union([Type.String(), Type.Null()]),
  /** The number of its photos; not recorded by earlier versions. */
  photos: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  madeAt: Type.Union([Type.Number(), Type.Null()]),
  /** The number of its pictures: photos that are copies share one. */
  files: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  /** The folder of backups in which it was to be made; not recorded by earlier versions. */
  dir: Type.Optional(Type.String()),
  /** Whether the disk of the newest backup lets others read it; not recorded by earlier versions. */
  isOpenToOthers: Type.Optional(Type.Boolean()),
});

export type LastBackup = Static<typeof LastBackup>;

/** The facts about the newest backup that stay true when a later one failed. */
export function newestBackup(
  last: LastBackup | undefined,
): Pick<LastBackup, 'folder' | 'photos' | 'files' | 'madeAt' | 'isOpenToOthers'> {
  const { folder = null, photos = null, files = null, madeAt = null, isOpenToOthers } = last ?? {};
  return { folder, photos, files, madeAt, ...(isOpenToOthers !== undefined && { isOpenToOthers }) };
}

const FILE = 'last-backup.json';

export async function readLastBackup(dataDir: string): Promise<LastBackup | undefined> {
  if (!(await namesIn(dataDir)).includes(FILE)) return undefined;
  try {
    const found: unknown = JSON.parse(await readText(join(dataDir, FILE)));
    return fits(LastBackup, found) ? found : undefined;
  } catch {
    // A damaged or unreadable file counts as none: the next backup replaces it.
    return undefined;
  }
}

export async function saveLastBackup(dataDir: string, last: LastBackup): Promise<void> {
  await replaceDurably(join(dataDir, FILE), Buffer.from(`${JSON.stringify(last)}\n`));
}
