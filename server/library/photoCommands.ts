import { endedTexts, rightsReturn } from '#domain/library/endedRights.ts';
import { countOf } from '#domain/curation/counts.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { UserError } from '#server/core/errors.ts';
import { backUp, type BackupReport, type BackupSource, backUpDated } from '#server/backups/backup.ts';
import { requireOwnStore } from './libraryStart.ts';
import { restore } from './restore.ts';
import { makeScheduledBackup, recordBackup, madeSentence } from '#server/backups/scheduledBackup.ts';
import { repeat } from '#server/core/repeating.ts';
import { FolderAdapter } from '#server/sources/folder/folderAdapter.ts';
import { requireApart, sourceFolder } from '#server/sources/folder/sourceFolder.ts';
import { Follower, type FollowerReport } from '#server/sources/follower.ts';
import { type SourceAlbum, SourceAlbums } from '#server/sources/sourceAlbums.ts';
import { type Command, UsageError, type Answer, EXIT } from '#server/cli/command.ts';
import { VERIFY_COMMAND } from './verifyCommand.ts';

const FAILED = 500;
const RESTORE_FIRST =
  'A backup is restored into files: leave DATABASE_URL and S3_URL out, then bring it where it shall be with the command move';

const PROGRESS_EVERY_MS = { terminal: 200, log: 10_000 };

const IMPORT_COMMAND: Command = {
  group: 'Photos',
  name: 'import',
  parameters: 'FOLDER',
  does: 'imports pictures, each folder an album',
  words: 1,
  options: { album: { value: 'SLUG', does: 'everything below this album' } },
  json: true,
  fails: 'there is no such album, or a file was refused',
  canBeInterrupted: true,
  prepare: async ({ words: [folder = ''], flags: { album } }, { dataDir, backups }) => {
    const path = await sourceFolder(folder, { dataDir, backupDir: backups.dir });
    return { inLibrary: (context) => importFrom(path, album, context) };
  },
};

export const PHOTO_COMMANDS: Command[] = [
  IMPORT_COMMAND,
  VERIFY_COMMAND,
  {
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
        inLibrary: async ({ dependencies, answer }) => {
          await requireOwnStore(dependencies);
          const { settings, photos, backupDatabase, now } = dependencies;
          const source = { dataDir: settings.dataDir, store: photos.store, backupDatabase, now };
          const plan = await photos.backups.plan();
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
  },
  {
    group: 'Photos',
    name: 'restore',
    parameters: 'FOLDER',
    does: 'fills the data folder from a backup',
    words: 1,
    options: { replace: { does: 'also if there is a library, which is kept in a folder beside it' } },
    json: true,
    fails: 'the server runs, there is a library or no backup, or the backup lacks files',
    prepare: ({ words: [from = ''], flags }, { dataDir, databaseUrl, bucket }) => {
      if (databaseUrl !== undefined || bucket) throw new UserError(409, RESTORE_FIRST);
      return {
        alone: async ({ answer }) => {
          const report = await restore({ from, dataDir, replace: flags.replace === true, now: Date.now });
          const lines = [`${countOf(report.photos, 'photo')} and the database of ${report.backup} are in ${dataDir}`];
          if (report.replaced !== undefined) lines.push(`what was there before is in ${report.replaced}`);
          if (report.rights) lines.push(...endedTexts(report.rights));
          if (report.rights?.unread) lines.push(rightsReturn(report.rights.unread));
          answer(lines, report);
          const lacking = report.missing + report.damaged;
          if (lacking > 0)
            throw new UserError(FAILED, `The backup lacks files of ${countOf(lacking, 'photo')}: verify names them`);
        },
      };
    },
  },
];

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

async function importFrom(
  path: string,
  album: string | boolean | undefined,
  { dependencies, answer }: { dependencies: Dependencies; answer: Answer },
): Promise<number> {
  await requireOwnStore(dependencies);
  const below = typeof album === 'string' ? await albumOf(album, dependencies) : undefined;
  const { settings, photos } = dependencies;
  // An admin may have chosen the folder for backups, which only the library knows.
  const backupDir = (await photos.backups.plan())?.dir;
  await requireApart(path, { dataDir: settings.dataDir, backupDir }, 'import from');
  const interruption = new AbortController();
  const { signal } = interruption;
  const folder = new FolderAdapter(path);
  const { items, unreadable } = await folder.list();
  const albums = await SourceAlbums.of(photos.albums);
  const into = (item: { albums: readonly string[] }) => albums.ensureAll(item.albums, below);
  const options = { ...photos, ...settings, albumOf: into, uploader: 'import', signal };
  const follower = new Follower(folder, items, options);
  follower.report.rejected.push(...unreadable);
  const report = await whileInterruptible(follower, interruption);
  const isInterrupted = signal.aborted;
  const found = { albums: albums.made, links: folder.links };
  const lines = linesOf(report, found);
  if (isInterrupted) lines.push('Interrupted: the same command goes on where this one stopped.');
  answer(lines, { ...report, ...found, isInterrupted });
  if (isInterrupted) return EXIT.interrupted;
  return report.rejected.length > 0 ? EXIT.failed : EXIT.done;
}

async function albumOf(slug: string, { photos }: Dependencies): Promise<SourceAlbum> {
  const found = (await photos.albums.list()).find((album) => album.slug === slug);
  if (found) return found;
  throw new UserError(404, `There is no album with the slug "${slug}"`);
}

/** Runs the import with a line of progress on stderr; the first Ctrl+C lets the files in progress finish. */
async function whileInterruptible(task: Follower, interruption: AbortController): Promise<FollowerReport> {
  const { isTTY } = process.stderr;
  const tell = () => {
    process.stderr.write(isTTY ? `\r${progressOf(task.report)}\x1b[K` : `${progressOf(task.report)}\n`);
  };
  const interrupt = () => interruption.abort();
  const end = repeat(isTTY ? PROGRESS_EVERY_MS.terminal : PROGRESS_EVERY_MS.log, tell);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  try {
    return await task.run();
  } finally {
    await end();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
    if (isTTY) process.stderr.write('\r\x1b[K');
  }
}

function progressOf({ total, done, imported, known, rejected }: FollowerReport): string {
  const share = total === 0 ? 100 : Math.floor((done / total) * 100);
  return `${done} of ${total} files (${share} %): ${imported} imported, ${known} known, ${rejected.length} refused`;
}

function linesOf(report: FollowerReport, { albums, links }: { albums: number; links: number }): string[] {
  const { imported, known, livePhotoVideos, noPictures, rejected } = report;
  return [
    `${countOf(imported, 'photo')} imported, ${known} there already, ${countOf(albums, 'album')} made`,
    ...(livePhotoVideos > 0 ? [`Videos of Live Photos that were left out: ${livePhotoVideos}`] : []),
    ...(links > 0 ? [`Symbolic links are not followed: ${links}`] : []),
    ...section('Left out', noPictures),
    ...section('Refused', rejected),
  ];
}

function section(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : ['', `${title}: ${lines.length}`, ...lines.map((line) => `  ${line}`)];
}
