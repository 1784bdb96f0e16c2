import { checkDatabase } from '../db/sqlite/integrity.ts';
import { createDependencies } from '../dependencies.ts';
import { UserError } from '../errors.ts';
import type { Repair } from '../photos/maintenance/repair.ts';
import { isSound, type LibraryReport, verifyLibrary } from '../photos/maintenance/verify.ts';
import { verifyBackup } from '../photos/maintenance/verifyBackup.ts';
import type { PhotoServices } from '../photos/photoServices.ts';
import { isWholeBackup } from '../photos/store/backupFolder.ts';
import type { Settings } from '../settings/settings.ts';
import type { Command } from './command.ts';

type Print = (line: string) => void;

const FAILED = 500;
const FILES_OF_A_PHOTO = 3;

export const VERIFY_COMMAND: Command = {
  name: 'verify',
  parameters: '[--repair]',
  does: 'reads the database and every photo; exit code 1 unless all is there, unchanged, and nothing else',
  words: 0,
  options: { repair: 'flag' },
  runWithSettings: async ({ flags }, { settings, print }) => {
    const { dataDir } = settings;
    if (settings.databaseUrl === undefined) checkDatabase(dataDir);
    if (flags.repair === true) await repair(settings, print);
    else requireSound(await verify(settings, print), dataDir);
  },
};

async function verify(settings: Settings, print: Print): Promise<LibraryReport> {
  const isBackup = await isWholeBackup(settings.dataDir);
  const report = isBackup ? await verifyBackup(settings.dataDir) : await onLibrary(settings, verifyLibrary);
  printReport(report, print);
  return report;
}

async function repair(settings: Settings, print: Print): Promise<void> {
  if (await isWholeBackup(settings.dataDir)) throw new UserError(409, 'A backup is not repaired: make another one');
  await onLibrary(settings, async (photos) => {
    const remedies = photos.repair();
    const report = await verifyLibrary(photos, remedies);
    printReport(report, print);
    if (isAllGone(report)) requireSound(report, settings.dataDir);
    await printRemedies(remedies, { albums: photos.albums, print });
    const { length: lost } = remedies.lost;
    if (lost === 0) return;
    throw new UserError(FAILED, `Of ${lost} photos files are lost: upload these pictures again, or restore a backup`);
  });
}

async function onLibrary<Result>(settings: Settings, act: (photos: PhotoServices) => Promise<Result>): Promise<Result> {
  const dependencies = await createDependencies(settings);
  try {
    return await act(dependencies.photos);
  } finally {
    await dependencies.close();
  }
}

function printReport(report: LibraryReport, print: Print): void {
  const { photos, missing, orphaned, mismatching } = report;
  print(`photos ${photos}, missing ${missing.length}, orphaned ${orphaned.length}, mismatching ${mismatching.length}`);
  if (isAllGone(report)) return;
  for (const [name, files] of Object.entries({ missing, orphaned, mismatching })) {
    for (const file of files) print(`${name}  ${file}`);
  }
}

function requireSound(report: LibraryReport, dataDir: string): void {
  if (isSound(report)) return;
  if (isAllGone(report)) throw new UserError(FAILED, `${dataDir}/photos has no photo at all: is its disk mounted?`);
  const counts = { missing: report.missing, orphaned: report.orphaned, altered: report.mismatching };
  const found = Object.entries(counts).filter(([, files]) => files.length > 0);
  const findings = found.map(([name, files]) => `${files.length} ${name}`).join(', ');
  throw new UserError(
    FAILED,
    `The library is not whole (files: ${findings}): verify --repair mends what can be mended`,
  );
}

/** Whether every file is missing: then the disk is probably not mounted. */
function isAllGone({ photos, missing, orphaned }: LibraryReport): boolean {
  return photos > 1 && missing.length === photos * FILES_OF_A_PHOTO && orphaned.length === 0;
}

async function printRemedies(
  { mended, quarantined, lost }: Repair,
  { albums, print }: { albums: PhotoServices['albums']; print: Print },
): Promise<void> {
  for (const photo of mended) print(`made again  ${photo}`);
  for (const path of quarantined) print(`moved to photos/quarantine  ${path}`);
  for (const { photo, why } of lost) {
    const album = await albums.find(photo.albumId);
    print(`lost  ${album?.slug ?? photo.albumId}/${photo.filename} (${why})`);
  }
}
