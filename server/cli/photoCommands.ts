import { UserError } from '../errors.ts';
import { backUp, type BackupReport, type BackupSource, backUpDated } from '../photos/maintenance/backup.ts';
import { restore } from '../photos/maintenance/restore.ts';
import { makeScheduledBackup, sentenceOf } from '../photos/maintenance/scheduledBackup.ts';
import type { Settings } from '../settings/settings.ts';
import { type Command, type CommandCall, UsageError } from './command.ts';
import { IMPORT_COMMAND } from './importCommand.ts';
import { VERIFY_COMMAND } from './verifyCommand.ts';

const FAILED = 500;
const RESTORE_FIRST =
  'A backup is restored into files: leave DATABASE_URL out, then bring the database to PostgreSQL with the command move';

export const PHOTO_COMMANDS: Command[] = [
  IMPORT_COMMAND,
  VERIFY_COMMAND,
  {
    name: 'backup',
    parameters: '[FOLDER] [--keep N]',
    does: 'copies database and photos while the server runs; --keep: under its time, with the N newest; default BACKUP_DIR',
    words: 0,
    optionalWords: 1,
    options: { keep: 'value' },
    run: async (call, { dependencies, print }) => {
      const { settings, photos, backupDatabase, now } = dependencies;
      const source = { dataDir: settings.dataDir, store: photos.store, backupDatabase, now };
      const sentence = await backup(call, { source, settings });
      print(sentence);
    },
  },
  {
    name: 'restore',
    parameters: 'FOLDER [--replace]',
    does: 'fills the data folder from a backup; --replace: if there is a library, which is kept in a folder beside it',
    words: 1,
    options: { replace: 'flag' },
    runWithSettings: async ({ words, flags }, { settings: { dataDir, databaseUrl }, print }) => {
      if (databaseUrl !== undefined) throw new UserError(409, RESTORE_FIRST);
      const options = { from: words[0] ?? '', dataDir, replace: flags.replace === true, now: Date.now };
      const report = await restore(options);
      print(`${report.photos} photos and the database of ${report.backup} are in ${dataDir}`);
      if (report.replaced !== undefined) print(`what was there before is in ${report.replaced}`);
      const lacking = report.missing + report.damaged;
      if (lacking > 0) throw new UserError(FAILED, `Of ${lacking} photos the backup lacks files: verify names them`);
    },
  },
];

/** Returns a sentence about the backup; throws it when the backup lacks files that the library itself has lost. */
async function backup(
  { words: [folder], flags: { keep } }: CommandCall,
  { source, settings }: { source: BackupSource; settings: Settings },
): Promise<string> {
  if (folder !== undefined) {
    return complete(
      await (keep === undefined ? backUp(source, folder) : backUpDated(source, { place: folder, keep: countOf(keep) })),
    );
  }
  const { dir, keep: usual } = settings.backups;
  if (dir === undefined) throw new UsageError('Name a folder, or set BACKUP_DIR');
  const last = await makeScheduledBackup(source, { dir, keep: keep === undefined ? usual : countOf(keep) });
  if (last.outcome !== 'made') throw new UserError(FAILED, last.message);
  return last.message;
}

function complete(report: BackupReport): string {
  if (report.missing + report.damaged > 0) throw new UserError(FAILED, sentenceOf(report));
  return sentenceOf(report);
}

function countOf(keep: string | boolean): number {
  const count = Number(keep);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new UsageError(`--keep must be a whole number from 1, not "${String(keep)}"`);
}
