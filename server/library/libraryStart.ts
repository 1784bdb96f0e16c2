import { DATABASE_FILE } from '#server/core/db/dataFolder.ts';
import { hasDatabase, listsPhotos } from '#server/core/db/installation.ts';
import { troubleOf, reasonOf, StartError } from '#server/core/errors.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import { requireNotMoved } from '#server/core/settings/movedAway.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import {
  shareFolder,
  acceptWithoutPhotos,
  hasPhotos,
  hasPhotosOrNeedsNone,
} from '#server/photos/store/libraryFolder.ts';
import { openBucket } from '#server/peers/bucket/openStore.ts';
import type { PhotoRepository } from '#server/photos/store/photoRepository.ts';
import type { Beside, PhotoStore } from '#server/photos/store/photoStore.ts';
import type { RemovedFiles } from '#server/photos/store/removedFiles.ts';

interface Options {
  /** True when the operator has confirmed that the server shall start although something is missing. */
  acceptNew: boolean;
}

/**
 * Stops the start when a part of the data folder is missing, because a disk is not mounted or a file was not copied:
 * the server would otherwise show an empty library instead of the household's.
 */
export async function checkLibrary(
  place: Pick<Settings, 'dataDir' | 'databaseUrl' | 'bucket'>,
  { acceptNew }: Options,
): Promise<void> {
  const { dataDir } = place;
  requireNotMoved(place);
  // The content of a bucket is compared with the database once the database is open.
  if (place.bucket) return;
  try {
    if (!(await hasDatabase(place))) {
      if (acceptNew || !(await hasPhotos(dataDir))) return;
      throw new StartError(
        `DATA_DIR: ${dataDir} holds photos and no database (${DATABASE_FILE}): put it back or restore a backup (a start with --accept-new makes a new, empty library there)`,
      );
    }
    if ((await hasPhotosOrNeedsNone(dataDir)) || !(await listsPhotos(place))) return;
    if (acceptNew) return await acceptWithoutPhotos(dataDir);
    throw new StartError(
      `DATA_DIR: the folder of photos is missing or empty in ${dataDir}, whose database lists photos: is its disk mounted? (a start with --accept-new goes on without them)`,
    );
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`DATA_DIR: cannot read ${dataDir}: ${reasonOf(error)}`);
  }
}

interface Joining {
  isAlone: boolean;
  settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 'bucket'>;
  installation: { id: string };
  photos: { photos: Pick<PhotoRepository, 'all'> };
}

/** Makes sure that no other library uses the place of the photos. All servers on a database share that place too. */
export async function claimPhotos({ settings, installation, photos, isAlone }: Joining): Promise<void> {
  if (settings.bucket) {
    const { claimBucket } = await import('#server/peers/bucket/bucketStart.ts');
    const isExpected = async () => !(await photos.photos.all()[Symbol.asyncIterator]().next()).done;
    await claimBucket(await openBucket(settings.bucket), { id: installation.id, isExpected });
  } else if (settings.databaseUrl !== undefined) await shareFolder(settings.dataDir, installation.id, isAlone);
}

/**
 * For commands, which join no other servers: throws where the bucket cannot be used or holds another library's photos.
 */
export async function requireOwnStore({
  settings,
  installation,
}: Pick<Joining, 'installation'> & { settings: Pick<Settings, 'bucket'> }): Promise<void> {
  if (!settings.bucket) return;
  const { requireOwnBucket } = await import('#server/peers/bucket/bucketStart.ts');
  await requireOwnBucket(await openBucket(settings.bucket), installation.id);
}

interface Sweeping {
  isNew: boolean;
  isAlone: boolean;
  photos: {
    store: Pick<PhotoStore, 'sweep'>;
    photos: Pick<PhotoRepository, 'has'>;
    removedFiles: Pick<RemovedFiles, 'guard'>;
  };
}

export async function removeUnfinishedUploads(app: TypedApp, { isNew, isAlone, photos }: Sweeping): Promise<void> {
  const { removedFiles } = photos;
  const beside: Beside = { isAlone, guard: (address, work) => removedFiles.guard(address, work) };
  try {
    // A new database lists no photos, even if the folder has some: then nothing is removed.
    await photos.store.sweep(async (address) => isNew || photos.photos.has(address), beside);
  } catch (error) {
    // On a read-only disk the photos are shown all the same; the next start tries again.
    if (!troubleOf(error)) throw error;
    app.log.warn({ err: error }, 'Unfinished uploads could not be removed');
  }
}
