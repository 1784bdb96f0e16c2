import { endedTexts } from '#domain/library/endedRights.ts';
import { countOf } from '#domain/curation/counts.ts';
import { photos as photosSubject } from '#server/photos/index.ts';
import { UserError } from '#server/core/errors.ts';
import { backUp, type BackupReport, type BackupSource, backUpDated } from './backup.ts';
import { restore } from './restore.ts';
import { makeScheduledBackup, recordBackup, madeSentence } from './scheduledBackup.ts';
import { type Command, UsageError } from '#server/core/commands/command.ts';
import type { Core } from '#server/core/core.ts';
import type { BackupSchedule } from './backupSchedule.ts';

const FAILED = 500;
const RESTORE_FIRST =
  'A backup is restored into files: leave DATABASE_URL and S3_URL out, then bring it where it shall be with the command move';

/** The backups of an open library. */
type DoorOf = (core: Core) => { backups: Pick<BackupSchedule, 'plan'> };

export const backupCommands = (of: DoorOf): Command[] => [makeBackup(of), RESTORE_COMMAND];

const makeBackup = (of: DoorOf): Command => ({
  group: 'Photos',
  name: 'backup',
  parameters: '[FOLDER]',
  does: 'copies all while the server runs',
  words: 0,
  optionalWords: 1,
  options: { keep: { value: 'N', does: 'under its time in FOLDER, with the N newest' } },
  json: true,
  fails: 'it could not be made, or files are missing in the library itself',
  prepare: ({ words: [folder], flags: { keep } }) => {
    const count = keep === undefined ? undefined : keepOf(keep);
    return {
      inLibrary: async ({ core, answer }) => {
        const { settings, backupDatabase, installation, now } = core;
        const { photos } = photosSubject.of(core);
        await photos.store.requireOwn(installation.id);
        const source = { dataDir: settings.dataDir, store: photos.store, backupDatabase, now };
        const plan = await of(core).backups.plan();
        if (folder === undefined) {
          if (!plan) throw new UserError(400, 'Name a folder, choose one in the administration, or set BACKUP_DIR');
          const last = await makeScheduledBackup(source, { dir: plan.dir, keep: count ?? plan.keep });
          if (last.outcome !== 'made') throw new UserError(FAILED, last.message);
          return answer(last.message, { folder: last.folder, photos: last.photos });
        }
        const report = await backUpInto(folder, count, source);
        // Without a plan only backups made by hand exist: they are recorded, and no alert says that one is missing.
        if (!plan) await recordBackup(source, report);
        answer(complete(report), report);
      },
    };
  },
});

const RESTORE_COMMAND: Command = {
  group: 'Photos',
  name: 'restore',
  parameters: 'FOLDER',
  does: 'fills the data folder from a backup',
  words: 1,
  options: { replace: { does: 'also if there is a library, which is kept in a folder beside it' } },
  json: true,
  fails: 'the server runs, there is a library or no backup, or the backup lacks files',
  prepare: ({ words: [from = ''], flags }, { dataDir, databaseUrl, photosUrl }) => {
    if (databaseUrl !== undefined || photosUrl !== undefined) throw new UserError(409, RESTORE_FIRST);
    return {
      alone: async ({ answer }) => {
        const report = await restore({ from, dataDir, replace: flags.replace === true, now: Date.now });
        const lines = [`${countOf(report.photos, 'photo')} and the database of ${report.backup} are in ${dataDir}`];
        if (report.replaced !== undefined) lines.push(`what was there before is in ${report.replaced}`);
        if (report.rights) lines.push(...endedTexts(report.rights));
        answer(lines, report);
        const lacking = report.missing + report.damaged;
        if (lacking > 0)
          throw new UserError(FAILED, `The backup lacks files of ${countOf(lacking, 'photo')}: verify names them`);
      },
    };
  },
};

function backUpInto(folder: string, keep: number | undefined, source: BackupSource): Promise<BackupReport> {
  return keep === undefined ? backUp(source, folder) : backUpDated(source, { place: folder, keep });
}

/** A sentence about the backup; thrown as an error when the backup lacks files that the library itself has lost. */
function complete(report: BackupReport): string {
  if (report.missing + report.damaged > 0) throw new UserError(FAILED, madeSentence(report));
  return madeSentence(report);
}

function keepOf(keep: string | boolean): number {
  const count = Number(keep);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new UsageError(`--keep must be a whole number from 1, not "${String(keep)}"`);
}
