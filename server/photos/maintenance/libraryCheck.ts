import { DATABASE_FILE } from '../../db/dataFolder.ts';
import { hasDatabase, listsPhotos } from '../../db/installation.ts';
import { reasonOf, StartError } from '../../errors.ts';
import { requireNotMoved } from '../../settings/movedAway.ts';
import type { Settings } from '../../settings/settings.ts';
import { acceptWithoutPhotos, hasPhotos, hasPhotosOrNeedsNone } from '../store/libraryFolder.ts';

interface Options {
  /** True when the operator said that the server shall start although something is missing. */
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
  // The content of a bucket is compared with the database when that is open.
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
