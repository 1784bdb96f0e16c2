import { hasDatabase, listsPhotos } from '../../db/libraryState.ts';
import { DATABASE_FILE } from '../../db/open.ts';
import { reasonOf, StartError } from '../../errors.ts';
import { acceptWithoutPhotos, hasPhotos, hasPhotosOrNeedsNone } from '../store/libraryFolder.ts';

interface Options {
  /** The operator said so: what is missing stays missing, and the server starts. */
  acceptNew: boolean;
}

/**
 * Stops the start on a data folder of which a part is missing, as when a disk is not mounted or a file was not copied: the
 * server would go on with an empty library in place of the household's.
 */
export async function checkLibrary(dataDir: string, { acceptNew }: Options): Promise<void> {
  try {
    if (!hasDatabase(dataDir)) {
      if (acceptNew || !(await hasPhotos(dataDir))) return;
      throw new StartError(
        `DATA_DIR: ${dataDir} holds photos and no database (${DATABASE_FILE}): put it back or restore a backup (a start with --accept-new makes a new, empty library there)`,
      );
    }
    if ((await hasPhotosOrNeedsNone(dataDir)) || !listsPhotos(dataDir)) return;
    if (acceptNew) return await acceptWithoutPhotos(dataDir);
    throw new StartError(
      `DATA_DIR: the folder of photos is missing or empty in ${dataDir}, whose database lists photos: is its disk mounted? (a start with --accept-new goes on without them)`,
    );
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`DATA_DIR: cannot read ${dataDir}: ${reasonOf(error)}`);
  }
}
