import type { Core } from '#server/core/core.ts';
import { StartError } from '#server/core/errors.ts';
import type { AddressKind } from '#server/core/settings/addressKinds.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import { Slot } from '#server/core/slot.ts';
import { FolderStore } from './folderStore.ts';
import type { PhotoStore } from './photoStore.ts';

interface StoreParts {
  db: Core['db'];
  now: () => number;
}

/** A kind of store beside the data folder, which a setting names by its address. */
export interface StoreKind extends AddressKind {
  open(address: string, parts: StoreParts & { dataDir: string }): Promise<PhotoStore>;
}

/** The kinds that there are. The subject that has one lists it when it is imported: commands need it before any core. */
export const STORES = new Slot<StoreKind>();

/** The store of the pictures: the one that S3_URL names, else the data folder. */
export async function openStore(
  { dataDir, photosUrl }: Pick<Settings, 'dataDir' | 'photosUrl'>,
  parts: StoreParts,
): Promise<PhotoStore> {
  if (photosUrl === undefined) return new FolderStore(dataDir, parts.now);
  for (const kind of STORES) if (kind.fits(photosUrl)) return kind.open(photosUrl, { ...parts, dataDir });
  throw new StartError('S3_URL: this server has no store of that kind: leave it out');
}
