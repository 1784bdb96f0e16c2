import { countOf } from '#domain/curation/counts.ts';
import { checkDatabase } from '#server/core/db/sqlite/integrity.ts';
import { photos as photosSubject } from '#server/photos/index.ts';
import { UserError } from '#server/core/errors.ts';
import { Repair } from './repair.ts';
import { isSound, type LibraryReport, verifyCopy, verifyLibrary } from './verify.ts';
import { isWholeCopy } from './wholeCopy.ts';
import type { PhotoServices } from '#server/photos/photoServices.ts';
import { FolderStore } from '#server/photos/store/folderStore.ts';
import type { PhotoStore } from '#server/photos/store/photoStore.ts';
import type { Command, SettingsContext } from '#server/core/commands/command.ts';

const FAILED = 500;
const FILES_OF_A_PHOTO = 3;

export const VERIFY_COMMAND: Command = {
  group: 'Photos',
  name: 'verify',
  does: 'reads the database and every photo',
  words: 0,
  options: { repair: { does: 'mends what can be mended' } },
  json: true,
  fails: 'something is missing, changed or left over, or could not be mended',
  prepare: ({ flags }) => ({
    alone: async (context) => {
      const { settings } = context;
      if (settings.databaseUrl === undefined) checkDatabase(settings.dataDir);
      if (flags.repair === true) await repair(context);
      else await verify(context);
    },
  }),
};

async function verify(context: SettingsContext): Promise<void> {
  const { settings, answer } = context;
  const { report, store } = (await isWholeCopy(settings.dataDir))
    ? { report: await verifyCopy(settings.dataDir), store: new FolderStore(settings.dataDir) }
    : await onLibrary(context, async (photos) => ({ report: await verifyLibrary(photos), store: photos.store }));
  answer(linesOf(report), report);
  requireSound(report, store);
}

async function repair(context: SettingsContext): Promise<void> {
  const { settings, answer } = context;
  if (await isWholeCopy(settings.dataDir)) throw new UserError(409, 'A backup is not repaired: make another one');
  await onLibrary(context, async (photos) => {
    const remedies = new Repair(photos);
    const report = await verifyLibrary(photos, remedies);
    const { mended, quarantined } = remedies;
    const lost = isAllGone(report) ? [] : await lostOf(remedies, photos.albums);
    answer([...linesOf(report), ...(isAllGone(report) ? [] : remedyLines(remedies, lost))], {
      ...report,
      mended,
      quarantined,
      lost,
    });
    if (isAllGone(report)) requireSound(report, photos.store);
    if (lost.length === 0) return;
    throw new UserError(
      FAILED,
      `Files of ${countOf(lost.length, 'photo')} are lost: upload these pictures again, or restore a backup`,
    );
  });
}

async function onLibrary<Result>(
  { settings, openLibrary }: SettingsContext,
  act: (photos: PhotoServices) => Promise<Result>,
): Promise<Result> {
  const core = await openLibrary(settings);
  try {
    // A repair would set another library's photos aside.
    const { photos } = photosSubject.of(core);
    await photos.store.requireOwn(core.installation.id);
    return await act(photos);
  } finally {
    await core.close();
  }
}

function linesOf(report: LibraryReport): string[] {
  const { photos, missing, orphaned, mismatching } = report;
  const counts = `photos ${photos}, missing ${missing.length}, orphaned ${orphaned.length}, mismatching ${mismatching.length}`;
  if (isAllGone(report)) return [counts];
  const files = Object.entries({ missing, orphaned, mismatching });
  return [counts, ...files.flatMap(([name, paths]) => paths.map((path) => `${name}  ${path}`))];
}

function requireSound(report: LibraryReport, store: Place): void {
  if (isSound(report)) return;
  if (isAllGone(report)) throw new UserError(FAILED, goneFrom(store));
  const counts = { missing: report.missing, orphaned: report.orphaned, altered: report.mismatching };
  const found = Object.entries(counts).filter(([, files]) => files.length > 0);
  const findings = found.map(([name, files]) => `${files.length} ${name}`).join(', ');
  throw new UserError(
    FAILED,
    `The library is not whole (files: ${findings}): verify --repair mends what can be mended`,
  );
}

type Place = Pick<PhotoStore, 'isRemote' | 'place'>;

function goneFrom({ isRemote, place }: Place): string {
  return `${place} has no photo at all: is ${isRemote ? 'it the right one' : 'its disk mounted'}?`;
}

/** Whether every file is missing: then the disk is probably not mounted, or the setting names another store. */
function isAllGone({ photos, missing, orphaned }: LibraryReport): boolean {
  return photos > 1 && missing.length === photos * FILES_OF_A_PHOTO && orphaned.length === 0;
}

interface Lost {
  /** The slug of the album, or its id if that is not there, and the file name. */
  photo: string;
  why: string;
}

function lostOf({ lost }: Repair, albums: PhotoServices['albums']): Promise<Lost[]> {
  return Promise.all(
    lost.map(async ({ photo, why }) => {
      const album = await albums.find(photo.albumId);
      return { photo: `${album?.slug ?? photo.albumId}/${photo.filename}`, why };
    }),
  );
}

function remedyLines({ mended, quarantined }: Repair, lost: readonly Lost[]): string[] {
  return [
    ...mended.map((photo) => `made again  ${photo}`),
    ...quarantined.map((path) => `moved to photos/quarantine  ${path}`),
    ...lost.map(({ photo, why }) => `lost  ${photo} (${why})`),
  ];
}
