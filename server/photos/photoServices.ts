import type { Database } from '../db/open.ts';
import type { Settings } from '../settings/settings.ts';
import { AlbumLists } from './albums/albumLists.ts';
import { type AlbumRepository, albumRepository } from './albums/albumRepository.ts';
import { DecodePool } from './decode/decodePool.ts';
import { BackupSchedule } from './maintenance/backupSchedule.ts';
import { Repair } from './maintenance/repair.ts';
import { ThumbnailCache } from './serve/thumbnailCache.ts';
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
  thumbnails: ThumbnailCache;
  importer: PhotoImporter;
  /** A new repair, to be passed to the verification of the library. */
  repair(): Repair;
  backups: BackupSchedule;
  close(): void;
}

interface PhotoServicesOptions {
  settings: Pick<Settings, 'dataDir' | 'maxImagePixels' | 'backups'>;
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
  const importer = new PhotoImporter({
    photos,
    store,
    decoder,
    lists,
    nameSecret,
    maxPixels: settings.maxImagePixels,
    now,
  });
  const backups = new BackupSchedule({ plan: settings.backups, dataDir: settings.dataDir, now });
  return {
    albums,
    photos,
    store,
    lists,
    thumbnails: new ThumbnailCache(),
    importer,
    repair: () => new Repair({ photos, store, decoder, maxPixels: settings.maxImagePixels }),
    backups,
    close: () => {
      decoder.close();
      backups.close();
    },
  };
}
