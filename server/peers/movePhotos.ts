import { installationOf, hasDatabase } from '#server/core/db/installation.ts';
import { openDatabase } from '#server/core/db/open.ts';
import { UserError } from '#server/core/errors.ts';
import { forgetMove, moveMark } from '#server/core/settings/movedAway.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import { damagedParts, expectedParts } from '#server/photos/store/damagedParts.ts';
import { replaceDurably } from '#server/core/files/durableFiles.ts';
import { isCompanion, kindNamed } from '#server/photos/store/photoNames.ts';
import { photoRepository, type StoredPhoto } from '#server/photos/store/photoRepository.ts';
import type { Beside, PhotoStore } from '#server/photos/store/photoStore.ts';
import { openStore } from '#server/photos/store/stores.ts';
import { whileStopped } from './moveDatabase.ts';

interface Move extends Pick<Settings, 'dataDir' | 'databaseUrl'> {
  /** Undefined: the data folder. */
  from: string | undefined;
  to: string | undefined;
}

export interface MoveCounts {
  copied: number;
  /** Photos that were already there, complete, from an interrupted move. */
  there: number;
  /** Photos that lack a file, or have an altered one, in the source. */
  lacking: number;
}

const AT_ONCE = 4;

/**
 * Copies all photos between the data folder and a bucket, and reads each copy again. Nothing is removed from the
 * source. An interrupted move continues with the missing photos.
 */
export function moveLibrary({ dataDir, databaseUrl, from, to }: Move): Promise<MoveCounts> {
  return whileStopped({ dataDir, url: databaseUrl }, async () => {
    if (!(await hasDatabase({ dataDir, databaseUrl }))) throw new UserError(404, `There is no database in ${dataDir}`);
    const { db } = await openDatabase(dataDir, { url: databaseUrl });
    try {
      const { id } = await installationOf(db);
      const parts = { db, now: Date.now };
      const source = await openStore({ dataDir, photosUrl: from }, parts);
      const target = await openStore({ dataDir, photosUrl: to }, parts);
      await target.requireOwn(id);
      const moved: MoveCounts = { copied: 0, there: 0, lacking: 0 };
      const photos = photoRepository(db, Date.now);
      for await (const page of photos.all()) {
        for (let start = 0; start < page.length; start += AT_ONCE) {
          const some = page.slice(start, start + AT_ONCE);
          for (const how of await Promise.all(some.map((photo) => bring(photo, source, target)))) moved[how] += 1;
        }
      }
      // Removes what an interrupted move has left. No server runs during a move, so this needs no lock.
      const beside: Beside = { isAlone: true, guard: (_address, work) => work() };
      await target.sweep((address) => photos.has(address), beside);
      if (moved.lacking > 0) return moved;
      // Marks the bucket as this library's only now: without the mark no server starts on the incomplete copy.
      if (to === undefined) forgetMove(dataDir, 'photos');
      else {
        await target.claim({ id, isAlone: true, isShared: true, isExpected: async () => false });
        await replaceDurably(moveMark(dataDir, 'photos'), Buffer.from(target.place));
      }
      return moved;
    } finally {
      await db.destroy();
    }
  });
}

async function bring(photo: StoredPhoto, source: PhotoStore, target: PhotoStore): Promise<keyof MoveCounts> {
  if ((await damagedParts(photo, target)).length === 0) return 'there';
  if ((await damagedParts(photo, source)).length > 0) return 'lacking';
  const { parts } = await source.partsOf(photo);
  const kind = kindNamed(parts.original ?? '');
  if (!kind) return 'lacking';
  const staged = await target.stage();
  try {
    const wanted = [...expectedParts(photo).keys()];
    for (const part of wanted) {
      await source.copy(parts[part] ?? '', isCompanion(part) ? staged.beside(part) : staged.files[part]);
    }
    await (await staged.keep(photo, { kind, companions: wanted.filter(isCompanion) })).confirm();
  } finally {
    await staged.discard();
  }
  if ((await damagedParts(photo, target)).length === 0) return 'copied';
  throw new UserError(500, `${photo.filename} does not come back as it was written: the move has ended`);
}
