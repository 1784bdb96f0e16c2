import { DATABASE_FILE } from '#server/core/db/dataFolder.ts';
import { hasDatabase, listsPhotos } from '#server/core/db/installation.ts';
import { troubleOf, reasonOf, StartError } from '#server/core/errors.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import { requireNotMoved } from '#server/core/settings/movedAway.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import { acceptWithoutPhotos, hasPhotos, hasPhotosOrNeedsNone } from '#server/photos/store/libraryFolder.ts';
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
  place: Pick<Settings, 'dataDir' | 'databaseUrl' | 'photosUrl'>,
  { acceptNew }: Options,
): Promise<void> {
  const { dataDir } = place;
  requireNotMoved(place);
  // A store elsewhere is compared with the database once the database is open.
  if (place.photosUrl !== undefined) return;
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
  settings: Pick<Settings, 'databaseUrl'>;
  installation: { id: string };
  photos: { photos: Pick<PhotoRepository, 'all'>; store: Pick<PhotoStore, 'claim'> };
}

/** Makes sure that no other library uses the place of the photos. All servers on a database share that place too. */
export function claimPhotos({ settings, installation: { id }, photos, isAlone }: Joining): Promise<void> {
  const isExpected = async () => !(await photos.photos.all()[Symbol.asyncIterator]().next()).done;
  return photos.store.claim({ id, isAlone, isShared: settings.databaseUrl !== undefined, isExpected });
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
