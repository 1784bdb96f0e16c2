import { randomBytes } from 'node:crypto';
import type { Database } from '../db/open.ts';
import type { Settings } from '../settings/settings.ts';
import { type AlbumRepository, albumRepository } from './albums/albumRepository.ts';
import { DecodePool } from './decode/decodePool.ts';
import { FolderStore } from './store/folderStore.ts';
import { PhotoIntake } from './upload/storePhoto.ts';
import { AlbumLists } from './albums/albumLists.ts';
import { type PhotoRepository, photoRepository } from './store/photoRepository.ts';
import type { PhotoStore } from './store/photoStore.ts';

/** What the photo routes work with. */
export interface PhotoServices {
  settings: Settings;
  albums: AlbumRepository;
  photos: PhotoRepository;
  store: PhotoStore;
  lists: AlbumLists;
  intake: PhotoIntake;
  close(): void;
}

export interface PhotoServicesOptions {
  settings: Settings;
  db: Database;
  now: () => number;
  databaseVersion: () => number;
  decoder?: DecodePool;
}

const NAME_SECRET = 'photo-names';
const SECRET_BYTES = 32;

export async function openPhotoServices({
  settings,
  db,
  now,
  databaseVersion,
  ...rest
}: PhotoServicesOptions): Promise<PhotoServices> {
  const albums = albumRepository(db, now);
  const photos = photoRepository(db, now);
  const store = new FolderStore(settings.dataDir);
  const decoder = rest.decoder ?? new DecodePool();
  const lists = new AlbumLists({ albums, photos, databaseVersion });
  const nameSecret = await serverSecret(db);
  const intake = new PhotoIntake({ photos, decoder, lists, nameSecret, maxPixels: settings.maxImagePixels, now });
  return { settings, albums, photos, store, lists, intake, close: () => decoder.close() };
}

/** Made at the first start and kept: a photo's name must not change. */
async function serverSecret(db: Database): Promise<string> {
  const fresh = { name: NAME_SECRET, value: randomBytes(SECRET_BYTES).toString('hex') };
  await db
    .insertInto('server_secrets')
    .values(fresh)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db.selectFrom('server_secrets').select('value').where('name', '=', NAME_SECRET).executeTakeFirst();
  return row?.value ?? fresh.value;
}
