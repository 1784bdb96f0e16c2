import type { Database } from '../db/open.ts';
import type { Settings } from '../settings/settings.ts';
import { AlbumLists } from './albums/albumLists.ts';
import { type AlbumRepository, albumRepository } from './albums/albumRepository.ts';
import { DecodePool } from './decode/decodePool.ts';
import { FolderStore } from './store/folderStore.ts';
import { type PhotoRepository, photoRepository } from './store/photoRepository.ts';
import type { PhotoStore } from './store/photoStore.ts';
import { serverSecret } from './store/secretRepository.ts';
import { PhotoImporter } from './upload/photoImporter.ts';

/** What the photo routes and the commands for photos work with. */
export interface PhotoServices {
  albums: AlbumRepository;
  photos: PhotoRepository;
  store: PhotoStore;
  lists: AlbumLists;
  importer: PhotoImporter;
  close(): void;
}

interface PhotoServicesOptions {
  settings: Pick<Settings, 'dataDir' | 'maxImagePixels'>;
  db: Database;
  now: () => number;
  databaseVersion: () => number;
  decoder?: DecodePool;
}

export async function openPhotoServices({
  settings,
  db,
  now,
  databaseVersion,
  decoder = new DecodePool(),
}: PhotoServicesOptions): Promise<PhotoServices> {
  const albums = albumRepository(db, now);
  const photos = photoRepository(db, now);
  const store = new FolderStore(settings.dataDir);
  const lists = new AlbumLists({ albums, photos, databaseVersion });
  const nameSecret = await serverSecret(db, 'photo-names');
  const importer = new PhotoImporter({ photos, decoder, lists, nameSecret, maxPixels: settings.maxImagePixels, now });
  return { albums, photos, store, lists, importer, close: () => decoder.close() };
}
