import { randomBytes } from 'node:crypto';
import type { Database } from '../db/open.ts';
import type { Settings } from '../settings.ts';
import { type AlbumRepository, albumRepository } from './albumRepository.ts';
import { DecodePool } from './decodePool.ts';
import { FolderStore } from './folderStore.ts';
import { PhotoIntake } from './photoIntake.ts';
import { PhotoLists } from './photoLists.ts';
import { type PhotoRepository, photoRepository } from './photoRepository.ts';
import type { PhotoStore } from './photoStore.ts';

/** What the photo routes work with. */
export interface PhotoRoom {
  settings: Settings;
  albums: AlbumRepository;
  photos: PhotoRepository;
  store: PhotoStore;
  lists: PhotoLists;
  intake: PhotoIntake;
  close(): void;
}

export interface PhotoRoomParts {
  settings: Settings;
  db: Database;
  now: () => number;
  databaseVersion: () => number;
  decoder?: DecodePool;
}

const NAME_SECRET = 'photo-names';
const SECRET_BYTES = 32;

export async function openPhotoRoom({
  settings,
  db,
  now,
  databaseVersion,
  ...rest
}: PhotoRoomParts): Promise<PhotoRoom> {
  const albums = albumRepository(db, now);
  const photos = photoRepository(db, now);
  const store = new FolderStore(settings.dataDir);
  const decoder = rest.decoder ?? new DecodePool();
  const lists = new PhotoLists({ albums, photos, databaseVersion });
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
