import { isBackingUp } from '#server/core/db/dataFolder.ts';
import type { Database, OpenDatabase } from '#server/core/db/open.ts';
import type { LibraryVersion } from '#server/core/db/backend.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import { type AlbumChangesRepository, albumChangesRepository } from './albums/albumChangesRepository.ts';
import { AlbumLists } from './albums/albumLists.ts';
import { type AlbumState, albumStates, listQueries } from './albums/albumStateQueries.ts';
import { LongAlbums } from './albums/longAlbums/longAlbums.ts';
import { partQueries } from './albums/longAlbums/partQueries.ts';
import { type AlbumRepository, albumRepository } from './albums/albumRepository.ts';
import { type OrderRepository, orderRepository } from './albums/orderRepository.ts';
import { photoIn } from './albums/photoQueries.ts';
import { type CurationQueries, curationQueries } from './curation/curationQueries.ts';
import { type Move, type MovedPhotos, movePhotos } from './curation/moveRepository.ts';
import { photoChangesRepository } from './curation/photoChangesRepository.ts';
import { PhotoEditor } from './curation/photoEditor.ts';
import { PhotoRotation } from './curation/photoRotation.ts';
import { DecodePool } from './decode/decodePool.ts';
import { backupPlans } from '#server/backups/backupPlans.ts';
import { BackupSchedule } from '#server/backups/backupSchedule.ts';
import { missingSizeQueries } from './facts/missingSizeQueries.ts';
import { MissingFacts } from './facts/missingFacts.ts';
import { Repair } from '#server/library/repair.ts';
import type { ImageFinder } from './serve/imageFinder.ts';
import { type ImageCache, openImages } from './serve/imageCache.ts';
import { pendingRepository } from '#server/peers/bucket/pendingRepository.ts';
import { openStore } from '#server/peers/bucket/openStore.ts';
import { type PhotoRepository, photoRepository } from './store/photoRepository.ts';
import { diskSpaceOf, freeShareOf } from './store/durableFiles.ts';
import type { PhotoAddress, PhotoStore } from './store/photoStore.ts';
import { RemovedFiles } from './store/removedFiles.ts';
import { serverSecret } from '#server/core/http/security/secretRepository.ts';
import { VisitorNames, type OpenShares, type VisitorPhoto, visitorPhotos } from './serve/visitorPhotoQueries.ts';
import { TrashRemoval } from './trash/trashRemoval.ts';
import { type TrashRepository, trashRepository } from './trash/trashRepository.ts';
import { PhotoImporter } from './upload/photoImporter.ts';
import { type DiskSpace, UploadSpace } from './upload/uploadSpace.ts';
import { WebpCopies } from './webp/webpCopies.ts';
import { WebpMaker } from './webp/webpMaker.ts';
import { webpQueries } from './webp/webpQueries.ts';

/** The services that changes of albums and photos need. */
interface CurationServices {
  albumChanges: AlbumChangesRepository;
  orders: OrderRepository;
  editor: PhotoEditor;
  queries: CurationQueries;
  /** Moves or copies photos, and returns them as they are in the other album. */
  movePhotos(move: Move): Promise<MovedPhotos>;
}

/** The services of the photo routes and of the commands for photos. */
export interface PhotoServices extends CurationServices {
  albums: AlbumRepository;
  photos: PhotoRepository;
  store: PhotoStore;
  lists: AlbumLists;
  /** A short form of everything a kiosk shows of each album, to find the changed ones. */
  albumStates(): Promise<AlbumState[]>;
  finder: ImageFinder;
  images: ImageCache;
  /** The photo that a visitor knows by this name. */
  visitorPhoto(filename: string): Promise<VisitorPhoto | undefined>;
  removedFiles: RemovedFiles;
  trash: TrashRepository;
  /** The share of the disk that is free. */
  freeShare: () => Promise<number>;
  /** Removes rows and files of what was deleted for good. */
  removal: TrashRemoval;
  /** Call after each change of albums and photos, before its response is sent. */
  forgetWhatWasRead(): void;
  importer: PhotoImporter;
  /** The space of the disk, as uploads at the same time divide it between them. */
  uploadSpace: UploadSpace;
  /** Creates a repair, to be passed to the verification of the library. */
  repair(): Repair;
  backups: BackupSchedule;
  missingFacts: MissingFacts;
  /** Both undefined where no images in WebP are made. */
  webpMaker: WebpMaker | undefined;
  webpCopies: WebpCopies | undefined;
  decoder: DecodePool;
  close(): Promise<void>;
}

interface PhotoServicesOptions {
  settings: Pick<
    Settings,
    'dataDir' | 'databaseUrl' | 'bucket' | 'maxImagePixels' | 'backups' | 'trashDays' | 'makesWebp'
  >;
  db: Database;
  now: () => number;
  libraryVersion: LibraryVersion;
  peers: OpenDatabase['peers'];
  shares: OpenShares;
  decoder?: DecodePool;
  diskSpace?: () => Promise<DiskSpace>;
}

export async function openPhotoServices({
  settings,
  db,
  now,
  libraryVersion,
  peers,
  shares,
  decoder = new DecodePool(),
  diskSpace = () => diskSpaceOf(settings.dataDir),
}: PhotoServicesOptions): Promise<PhotoServices> {
  const freeShare = async () => freeShareOf(await diskSpace());
  const albums = albumRepository(db, now);
  const photos = photoRepository(db, now);
  const store = await openStore(settings, { pending: pendingRepository(db), now });
  const longAlbums = new LongAlbums(partQueries(db));
  const nameSecret = await serverSecret(db, 'photo-names');
  const visitorNames = new VisitorNames(nameSecret);
  const lists = new AlbumLists({ albums, libraryVersion, longAlbums, visitorNames, ...listQueries(db) });
  // In a bucket, each missing copy would cost one more request.
  const webpCopies = settings.makesWebp && !settings.bucket ? new WebpCopies(settings.dataDir) : undefined;
  const keeping = { isBackingUp: () => isBackingUp(settings.dataDir), peers };
  const removedFiles = new RemovedFiles({ photos, store, webpCopies, ...keeping });
  const visitorPhoto = visitorPhotos({ db, shares, names: visitorNames });
  const served = { photos, visitorPhoto, store, decoder, removedFiles, freeShare, webpCopies, libraryVersion };
  const { finder, images, largeImages } = openImages(settings, { ...served, queries: webpQueries(db) });
  const trash = trashRepository(db, { now, days: settings.trashDays });
  const removal = new TrashRemoval({ trash, removedFiles, peers });
  const forgetWhatWasRead = () => {
    for (const read of [lists, finder, images]) read.forget();
  };
  const shared = { albums, photos, store, decoder, removedFiles, forgetWhatWasRead, removal };
  const base = { ...shared, peers, nameSecret, maxPixels: settings.maxImagePixels };
  const importing = { lists, visitorNames, now, photoIn: (address: PhotoAddress) => photoIn(db, address) };
  const importer = new PhotoImporter({ ...base, ...importing });
  const maintenance = openMaintenance(settings, { db, now, ...base, webpCopies, images, freeShare });
  return {
    ...shared,
    lists,
    albumStates: () => albumStates(db),
    finder,
    images,
    visitorPhoto,
    trash,
    importer,
    uploadSpace: new UploadSpace(diskSpace),
    ...openCuration(db, now, base),
    ...maintenance,
    webpCopies,
    close: async () => {
      largeImages?.close();
      decoder.close();
      await maintenance.missingFacts.close();
      await maintenance.webpMaker?.close();
      maintenance.backups.close();
      await removal.close();
    },
  };
}

interface MaintenanceParts extends CurationParts, Pick<PhotoServices, 'images' | 'webpCopies'> {
  db: Database;
  now: () => number;
  freeShare: () => Promise<number>;
}

function openMaintenance(
  { backups, dataDir, databaseUrl }: PhotoServicesOptions['settings'],
  { db, now, webpCopies, images, freeShare, ...parts }: MaintenanceParts,
): Pick<PhotoServices, 'backups' | 'missingFacts' | 'repair' | 'webpMaker' | 'freeShare'> {
  const making = { ...parts, now, freeShare, forgetImages: () => images.forget() };
  return {
    backups: new BackupSchedule({ plans: backupPlans(db, backups), dataDir, databaseUrl, now, peers: parts.peers }),
    missingFacts: new MissingFacts({ ...parts, sizes: missingSizeQueries(db) }),
    webpMaker: webpCopies && new WebpMaker({ ...making, copies: webpCopies, queries: webpQueries(db) }),
    repair: () => new Repair(parts),
    freeShare,
  };
}

type CurationParts = Pick<
  PhotoServices,
  'albums' | 'photos' | 'store' | 'removedFiles' | 'removal' | 'forgetWhatWasRead'
> & {
  peers: OpenDatabase['peers'];
  decoder: DecodePool;
  nameSecret: string;
  maxPixels: number;
};

function openCuration(db: Database, now: () => number, parts: CurationParts): CurationServices {
  const changes = photoChangesRepository(db);
  const queries = curationQueries(db);
  const rotation = new PhotoRotation({ ...parts, changes });
  const editor = new PhotoEditor({ ...parts, changes, queries, rotation, photoIn: (address) => photoIn(db, address) });
  return {
    albumChanges: albumChangesRepository(db),
    orders: orderRepository(db),
    editor,
    queries,
    movePhotos: (move) => movePhotos(db, move, { now: now(), secret: parts.nameSecret }),
  };
}
