import type { Core } from '#server/core/core.ts';
import { isBackingUp } from '#server/core/db/dataFolder.ts';
import { type AlbumChangesRepository, albumChangesRepository } from './albums/albumChangesRepository.ts';
import { AlbumLists } from './albums/albumLists.ts';
import { AlbumScopes } from './albums/albumScopes.ts';
import { type AlbumState, albumStates, listQueries } from './albums/albumStateQueries.ts';
import { LongAlbums } from './albums/longAlbums/longAlbums.ts';
import { partQueries } from './albums/longAlbums/partQueries.ts';
import { type AlbumRepository, albumRepository } from './albums/albumRepository.ts';
import { type OrderRepository, orderRepository } from './albums/orderRepository.ts';
import { photoIn } from './albums/photoQueries.ts';
import { PhotoCompanions } from './companions/photoCompanions.ts';
import { type CurationQueries, curationQueries } from './curation/curationQueries.ts';
import { type Move, type MovedPhotos, movePhotos } from './curation/moveRepository.ts';
import { photoChangesRepository } from './curation/photoChangesRepository.ts';
import { PhotoEditor } from './curation/photoEditor.ts';
import { PhotoRotation } from './curation/photoRotation.ts';
import { DecodePool } from './decode/decodePool.ts';
import { missingFactQueries } from './facts/missingFactQueries.ts';
import { MissingFacts } from './facts/missingFacts.ts';
import type { ImageFinder } from './serve/imageFinder.ts';
import { type ImageCache, openImages } from './serve/imageCache.ts';
import { type PhotoRepository, photoRepository } from './store/photoRepository.ts';
import { freeShareOf } from '#server/core/files/diskSpace.ts';
import type { PhotoAddress, PhotoStore } from './store/photoStore.ts';
import { RemovedFiles } from './store/removedFiles.ts';
import { openStore } from './store/stores.ts';
import { serverSecret } from '#server/core/http/security/secretRepository.ts';
import { VisitorNames, type VisitorPhoto, visitorPhotos } from './serve/visitorPhotoQueries.ts';
import { TrashRemoval } from './trash/trashRemoval.ts';
import { type TrashRepository, trashRepository } from './trash/trashRepository.ts';
import { PhotoImporter } from './upload/photoImporter.ts';
import { ShareTurns } from './upload/shareTurns.ts';
import { UploadSpace } from './upload/uploadSpace.ts';
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
  scopes: AlbumScopes;
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
  /** The files that other subjects store beside photos. */
  companions: PhotoCompanions;
  /** The free space of the disk, divided between simultaneous uploads. */
  uploadSpace: UploadSpace;
  /** The requests of visitors that run at the same time. */
  shareTurns: ShareTurns;
  /** The most pixels that a picture may have. */
  maxPixels: number;
  missingFacts: MissingFacts;
  /** Both undefined where no images in WebP are made. */
  webpMaker: WebpMaker | undefined;
  webpCopies: WebpCopies | undefined;
  decoder: DecodePool;
  close(): Promise<void>;
}

export async function openPhotoServices(core: Core, decoder: DecodePool): Promise<PhotoServices> {
  const { settings, db, now, libraryVersion, leader, locks, diskSpace, credentialSources, slots } = core;
  const freeShare = async () => freeShareOf(await diskSpace());
  const albums = albumRepository(db, now);
  const photos = photoRepository(db, now);
  const store = await openStore(settings, { db, now });
  const longAlbums = new LongAlbums(partQueries(db));
  const nameSecret = await serverSecret(db, 'photo-names');
  const visitorNames = new VisitorNames(nameSecret);
  const scopes = new AlbumScopes({ albums, libraryVersion });
  const lists = new AlbumLists({ albums, scopes, libraryVersion, longAlbums, visitorNames, ...listQueries(db) });
  // In a remote store, each missing copy would cost one more request.
  const webpCopies = settings.makesWebp && !store.isRemote ? new WebpCopies(settings.dataDir) : undefined;
  const keeping = { isBackingUp: () => isBackingUp(settings.dataDir), locks };
  const removedFiles = new RemovedFiles({ photos, store, webpCopies, ...keeping });
  const shares = { openWith: (idStart: string) => credentialSources.shares.openWith(idStart) };
  const visitorPhoto = visitorPhotos({ db, shares, names: visitorNames });
  const served = { photos, visitorPhoto, store, decoder, removedFiles, freeShare, webpCopies, libraryVersion };
  const { finder, images, largeImages } = openImages(settings, { ...served, queries: webpQueries(db) });
  const trash = trashRepository(db, { now, days: settings.trashDays });
  const removal = new TrashRemoval({ trash, removedFiles, leader });
  const forgetWhatWasRead = () => {
    for (const read of [scopes, lists, finder, images]) read.forget();
  };
  const shared = { albums, scopes, photos, store, decoder, removedFiles, forgetWhatWasRead, removal };
  const base = { ...shared, companionKinds: slots.companions, leader, nameSecret, maxPixels: settings.maxImagePixels };
  const work = openIdleWork({ db, now, ...base, webpCopies, images, freeShare });
  return {
    ...shared,
    lists,
    albumStates: () => albumStates(db),
    finder,
    images,
    visitorPhoto,
    trash,
    ...openImporter(core, { ...base, lists, visitorNames }),
    freeShare,
    maxPixels: base.maxPixels,
    uploadSpace: new UploadSpace(diskSpace),
    shareTurns: new ShareTurns(),
    ...openCuration(db, now, base),
    ...work,
    webpCopies,
    close: async () => {
      largeImages?.close();
      decoder.close();
      await work.missingFacts.close();
      await work.webpMaker?.close();
      await removal.close();
    },
  };
}

type ImporterParts = CurationParts & Pick<PhotoServices, 'lists'> & { visitorNames: VisitorNames };

/** The parts that turn received files into photos, and put files beside them. */
function openImporter({ db, now, slots }: Core, parts: ImporterParts) {
  const companions = new PhotoCompanions({ ...parts, kinds: slots.companions });
  slots.photosAdded.add(() => parts.lists.forget());
  const importer = new PhotoImporter({
    ...parts,
    companions,
    photosAdded: slots.photosAdded,
    now,
    photoIn: (address: PhotoAddress) => photoIn(db, address),
  });
  return { importer, companions };
}

interface IdleParts extends CurationParts, Pick<PhotoServices, 'images' | 'webpCopies'> {
  db: Core['db'];
  now: () => number;
  freeShare: () => Promise<number>;
}

/** The work on photos while nobody uploads. */
function openIdleWork({ db, now, webpCopies, images, freeShare, ...parts }: IdleParts) {
  const making = { ...parts, now, freeShare, forgetImages: () => images.forget() };
  return {
    missingFacts: new MissingFacts({ ...parts, queries: missingFactQueries(db) }),
    webpMaker: webpCopies && new WebpMaker({ ...making, copies: webpCopies, queries: webpQueries(db) }),
  };
}

type CurationParts = Pick<
  PhotoServices,
  'albums' | 'photos' | 'store' | 'removedFiles' | 'removal' | 'forgetWhatWasRead'
> & {
  leader: Core['leader'];
  companionKinds: Core['slots']['companions'];
  decoder: DecodePool;
  nameSecret: string;
  maxPixels: number;
};

function openCuration(db: Core['db'], now: () => number, parts: CurationParts): CurationServices {
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
