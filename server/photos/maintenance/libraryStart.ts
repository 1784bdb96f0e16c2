import { troubleOf } from '../../errors.ts';
import type { TypedApp } from '../../http/typedApp.ts';
import type { OtherServers } from '../../others/otherServers.ts';
import type { Settings } from '../../settings/settings.ts';
import { shareFolder } from '../store/libraryFolder.ts';
import type { PhotoRepository } from '../store/photoRepository.ts';
import type { PhotoStore } from '../store/photoStore.ts';

interface Joining {
  others: Pick<OtherServers, 'join'>;
  settings: Pick<Settings, 'dataDir' | 'databaseUrl'>;
  installation: { id: string };
}

/** Resolves to whether there is no other server on the database. Those that there are share the folder of photos too. */
export async function joinOthers({ others, settings, installation }: Joining): Promise<boolean> {
  const isAlone = await others.join();
  if (settings.databaseUrl !== undefined) await shareFolder(settings.dataDir, installation.id, isAlone);
  return isAlone;
}

interface Sweeping {
  isNew: boolean;
  photos: { store: Pick<PhotoStore, 'sweep'>; photos: Pick<PhotoRepository, 'has'> };
}

export async function removeUnfinishedUploads(app: TypedApp, { isNew, photos }: Sweeping): Promise<void> {
  try {
    // A new database lists no photos, even if the folder has some: then nothing is removed.
    await photos.store.sweep(async (address) => isNew || photos.photos.has(address));
  } catch (error) {
    // From a disk that can only be read the photos are shown all the same; the next start tries again.
    if (!troubleOf(error)) throw error;
    app.log.warn({ err: error }, 'Unfinished uploads could not be removed');
  }
}
