import type { Dependencies } from '../dependencies.ts';
import { UserError } from '../errors.ts';
import { readTree, sourceFolder } from '../photos/imports/folderTree.ts';
import { type ImportAlbum, ImportAlbums } from '../photos/imports/importAlbums.ts';
import { FolderImport, type ImportReport } from '../photos/imports/importFolder.ts';
import type { Command } from './command.ts';

const REJECTED = 1;
/** What shells expect of a command that Ctrl+C has ended. */
const INTERRUPTED = 130;
const PROGRESS_EVERY_MS = { terminal: 200, log: 10_000 };

export const IMPORT_COMMAND: Command = {
  name: 'import',
  parameters: 'FOLDER [--album SLUG]',
  does: 'imports the pictures of a folder and those below it, each folder an album; --album: below that one',
  words: 1,
  options: { album: 'value' },
  run: async ({ words: [folder = ''], flags: { album } }, { dependencies, print }) => {
    const path = await sourceFolder(folder, dependencies.settings.dataDir);
    const below = typeof album === 'string' ? await albumOf(album, dependencies) : undefined;
    const tree = await readTree(path);
    const { settings, photos } = dependencies;
    const interruption = new AbortController();
    const albums = await ImportAlbums.of(photos.albums);
    const options = { ...photos, ...settings, albums, signal: interruption.signal };
    const task = new FolderImport(tree, below, options);
    const report = await whileTold(task, interruption);
    for (const line of linesOf(report, { albums: albums.made, links: tree.links.length })) print(line);
    if (interruption.signal.aborted) {
      print('Interrupted: the same command goes on where this one stopped.');
      return INTERRUPTED;
    }
    return report.rejected.length > 0 ? REJECTED : 0;
  },
};

async function albumOf(slug: string, { photos }: Dependencies): Promise<ImportAlbum> {
  const found = (await photos.albums.list()).find((album) => album.slug === slug);
  if (found) return found;
  throw new UserError(404, `There is no album with the slug "${slug}"`);
}

/** Runs the import with a line of progress on stderr; the first Ctrl+C lets the files in progress finish. */
async function whileTold(task: FolderImport, interruption: AbortController): Promise<ImportReport> {
  const { isTTY } = process.stderr;
  const tell = () =>
    process.stderr.write(isTTY ? `\r${progressOf(task.report)}\x1b[K` : `${progressOf(task.report)}\n`);
  const interrupt = () => interruption.abort();
  const timer = setInterval(tell, isTTY ? PROGRESS_EVERY_MS.terminal : PROGRESS_EVERY_MS.log);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  try {
    return await task.run();
  } finally {
    clearInterval(timer);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
    if (isTTY) process.stderr.write('\r\x1b[K');
  }
}

function progressOf({ total, done, imported, known, rejected }: ImportReport): string {
  const share = total === 0 ? 100 : Math.floor((done / total) * 100);
  return `${done} of ${total} files (${share} %): ${imported} imported, ${known} known, ${rejected.length} refused`;
}

function linesOf(report: ImportReport, { albums, links }: { albums: number; links: number }): string[] {
  const { imported, known, livePhotoVideos, noPictures, rejected } = report;
  return [
    `${imported} photos imported, ${known} were there already, ${albums} albums made`,
    ...(livePhotoVideos > 0 ? [`Of Live Photos the pictures were taken, not the videos: ${livePhotoVideos}`] : []),
    ...(links > 0 ? [`Symbolic links are not followed: ${links}`] : []),
    ...section('Left out', noPictures),
    ...section('Refused', rejected),
  ];
}

function section(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : ['', `${title}: ${lines.length}`, ...lines.map((line) => `  ${line}`)];
}
