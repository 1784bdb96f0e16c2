import { countOf } from '#domain/curation/counts.ts';
import { type Command, EXIT, type LibraryContext } from '#server/core/commands/command.ts';
import { UserError } from '#server/core/errors.ts';
import { repeat } from '#server/core/repeating.ts';
import { photos as photosSubject } from '#server/photos/index.ts';
import type { PhotoServices } from '#server/photos/photoServices.ts';
import { FolderAdapter } from './folder/folderAdapter.ts';
import { copyFolderOf, requireApart, sourceFolder } from './folder/sourceFolder.ts';
import { Follower, type FollowerReport } from './follower.ts';
import { type SourceAlbum, SourceAlbums } from './sourceAlbums.ts';

const PROGRESS_EVERY_MS = { terminal: 200, log: 10_000 };

export const IMPORT_COMMAND: Command = {
  group: 'Photos',
  name: 'import',
  parameters: 'FOLDER',
  does: 'imports pictures, each folder an album',
  words: 1,
  options: { album: { value: 'SLUG', does: 'everything below this album' } },
  json: true,
  fails: 'there is no such album, or a file was refused',
  canBeInterrupted: true,
  prepare: async ({ words: [folder = ''], flags: { album } }, { dataDir, backups: { dir: backupDir } }) => {
    const path = await sourceFolder(folder, { dataDir, backupDir });
    return { inLibrary: (context) => importFrom(path, album, context) };
  },
};

async function importFrom(
  path: string,
  album: string | boolean | undefined,
  { core, answer }: Pick<LibraryContext, 'core' | 'answer'>,
): Promise<number> {
  const { installation, settings } = core;
  const { photos } = photosSubject.of(core);
  await photos.store.requireOwn(installation.id);
  const below = typeof album === 'string' ? await albumOf(album, photos) : undefined;
  // An admin may have chosen the folder for backups, which only the library knows.
  const backupDir = await copyFolderOf(core);
  await requireApart(path, { dataDir: settings.dataDir, backupDir }, 'import from');
  const interruption = new AbortController();
  const { signal } = interruption;
  const folder = new FolderAdapter(path, { kinds: core.slots.companions });
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

async function albumOf(slug: string, { albums }: Pick<PhotoServices, 'albums'>): Promise<SourceAlbum> {
  const found = (await albums.list()).find((album) => album.slug === slug);
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
    ...(livePhotoVideos > 0
      ? [`Videos beside photos that were left out, since they cannot be shown: ${livePhotoVideos}`]
      : []),
    ...(links > 0 ? [`Symbolic links are not followed: ${links}`] : []),
    ...section('Left out', noPictures),
    ...section('Refused', rejected),
  ];
}

function section(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : ['', `${title}: ${lines.length}`, ...lines.map((line) => `  ${line}`)];
}
