import type { Album } from '#contract/photos/schemas.ts';
import {
  CACHED_AT_MOST,
  keepOrder,
  type CachedAlbum,
  type CachedAlbums,
  type PhotoImages,
  warmUpOrder,
  type WarmUpScreen,
} from '#domain/albums/keepOrder.ts';
import { recordOf } from '#domain/records.ts';
import { sleep } from '#domain/timing.ts';
import { createObservable } from '#src/shared/state/observable.ts';
import { askWorker, isControlled, tellWorker, whenControlled } from './bridge.ts';
import { reachable } from './connection.ts';
import { type ImageJob, RETRY_MS, storeImages, untilDue } from './imageQueue.ts';

export interface PhotosOnScreen {
  albumSlugs: string[];
  photos: readonly PhotoImages[];
  screen: WarmUpScreen;
}

interface ScreenPlan extends Pick<ImageJob, 'idleForMs'> {
  load: (signal: AbortSignal) => Promise<PhotosOnScreen>;
}

interface Library extends Pick<ImageJob, 'idleForMs'> {
  /** The id of the album that the tablet starts with. */
  firstAlbumId: () => string | null;
  loadAlbums: () => Promise<Album[]>;
  /** Loads all lists of an album that its pages ask for, and resolves to the images of its own photos. */
  loadImages: (albumId: string) => Promise<PhotoImages[]>;
  /** Resolves to the addresses of other files of an album's photos, which are stored once all images are. */
  loadOthers?: (albumId: string) => Promise<string[]>;
}

/** The albums that are stored completely, as they were listed then. */
type Found = Map<string, { asListed: string; photos: number }>;

/** The delay for albums that nobody opened: the first screen, its photos and the album on it come first. */
const LIBRARY_BEGINS_AFTER_MS = 20_000;
const CHECK_AGAIN_MS = 5 * 60_000;
/** The interval at which all albums are checked again, since files are evicted meanwhile. */
const CHECK_ALL_MS = 6 * 3_600_000;
/** The delay after a change, since changes often come in groups. */
const AFTER_CHANGE_MS = 1_000;

/** The number of photos on screen whose two images are stored; `isFull`: the browser gives no more space. */
export const cachedOnScreen = createObservable<{ ready: number; total: number; isFull: boolean } | undefined>(
  undefined,
);
/** The albums that were checked, by their ids. */
export const cachedAlbums = createObservable<CachedAlbums>(new Map());
const checks = createObservable({ count: 0, ofAll: 0 });

/** Called when albums have changed; `all`: whether completely stored albums are checked too. */
export function checkAlbumsAgain(all?: 'all'): void {
  const { count, ofAll } = checks.get();
  checks.set({ count: count + 1, ofAll: all ? ofAll + 1 : ofAll });
}

/** Sends the size of the screen first, which the worker cannot find out itself. */
async function missingOf(urls: string[]): Promise<string[]> {
  const { width, height } = window.screen;
  tellWorker({ type: 'screen', longSide: Math.round(Math.max(width, height) * window.devicePixelRatio) });
  const { missing } = recordOf(await askWorker({ type: 'missing', urls }));
  return Array.isArray(missing) ? missing.filter((url): url is string => typeof url === 'string') : urls;
}

/** Whether none of these images is stored; without a worker nothing is. */
export async function isNoneStored(urls: string[]): Promise<boolean> {
  if (!isControlled()) return true;
  return (await missingOf(urls)).length >= urls.length;
}

/** Makes the photos on screen available offline until the returned function is called. */
export function keepOnScreen(plan: ScreenPlan): () => void {
  let run = new AbortController();
  const begin = () => {
    run.abort();
    run = new AbortController();
    cachedOnScreen.set(undefined);
    void keepScreen(plan, run.signal);
  };
  const unsubscribe = checks.subscribe(begin);
  begin();
  return () => {
    unsubscribe();
    run.abort();
    cachedOnScreen.set(undefined);
    // No album is protected from eviction any more.
    tellWorker({ type: 'showing', albumSlugs: [] });
  };
}

async function keepScreen({ load, idleForMs }: ScreenPlan, signal: AbortSignal): Promise<void> {
  let found: PhotosOnScreen | undefined;
  while (!found) {
    found = await load(signal).catch(() => undefined);
    if (!found) await sleep(RETRY_MS);
    if (signal.aborted) return;
  }
  const { albumSlugs, photos, screen } = found;
  await whenControlled();
  if (signal.aborted) return;
  tellWorker({ type: 'showing', albumSlugs });
  const missing = new Set(await missingOf(warmUpOrder(photos, screen)));
  const photoOf = new Map(photos.flatMap((photo) => [photo.thumbnail, photo.medium].map((url) => [url, photo])));
  let unready = photos.filter((photo) => isUnready(photo, missing)).length;
  const publish = (isFull: boolean) => {
    if (!signal.aborted) cachedOnScreen.set({ total: photos.length, ready: photos.length - unready, isFull });
  };
  const onStored = (url: string) => {
    missing.delete(url);
    const photo = photoOf.get(url);
    if (!photo || isUnready(photo, missing)) return;
    unready -= 1;
    publish(false);
  };
  publish(false);
  await storeImages({ lane: 'screen', urls: [...missing], idleForMs, signal, onStored, onPassed: publish });
}

function isUnready({ thumbnail, medium }: PhotoImages, missing: ReadonlySet<string>): boolean {
  return missing.has(thumbnail) || missing.has(medium);
}

/** Stores the pictures on the cards of albums, if there is space; the progress shown leaves them out. */
export async function keepCovers(urls: string[], job: Pick<ImageJob, 'idleForMs' | 'signal'>): Promise<void> {
  await whenControlled();
  await storeImages({ ...job, lane: 'covers', urls: await missingOf(urls) });
}

/** Stores all albums, the tablet's first one first, as far as they fit, until the returned function is called. */
export function keepLibrary(library: Library): () => void {
  const run = new AbortController();
  void keepChecking(library, run.signal);
  return () => run.abort();
}

async function keepChecking(library: Library, signal: AbortSignal): Promise<void> {
  let [found, foundSinceMs]: [Found, number] = [new Map(), performance.now()];
  let seen = checks.get();
  /**
   * Waits until albums change or the server gets out of reach (the albums' marks are needed then), and for `ms` at
   * most.
   */
  const wait = async (ms: number) => {
    const wasReachable = reachable.get();
    const isDue = () => seen.count !== checks.get().count || (wasReachable && !reachable.get());
    await untilDue([checks, reachable], () => (isDue() ? 0 : Infinity), ms);
    if (seen.count !== checks.get().count) await sleep(AFTER_CHANGE_MS);
  };
  await wait(LIBRARY_BEGINS_AFTER_MS);
  while (!signal.aborted) {
    if (seen.ofAll !== checks.get().ofAll || performance.now() - foundSinceMs > CHECK_ALL_MS)
      [found, foundSinceMs] = [new Map(), performance.now()];
    seen = checks.get();
    // Nothing is stored without the worker, nor for a hidden tab. The next check makes up for a failed one.
    if (isControlled() && document.visibilityState === 'visible')
      await checkAlbums(library, { signal, found }).catch(() => undefined);
    await wait(CHECK_AGAIN_MS);
  }
}

async function checkAlbums(library: Library, { signal, found }: { signal: AbortSignal; found: Found }): Promise<void> {
  let hasSpace = true;
  let photosLeft: number = CACHED_AT_MOST.photos;
  const albums = keepOrder(await library.loadAlbums(), library.firstAlbumId());
  for (const album of albums) {
    if (signal.aborted) return;
    const asListed = JSON.stringify({ ...album, childAlbums: [] });
    if (found.get(album.id)?.asListed !== asListed) {
      found.delete(album.id);
      const photos = await library.loadImages(album.id).catch(() => undefined);
      let missing = photos && (await missingIn(album.id, photos));
      if (!photos || !missing) note(album.id, { photos: 1, missing: 1 });
      else if (hasSpace && missing.length > 0 && photos.length <= photosLeft) {
        hasSpace = !(await storeImages({ lane: 'library', urls: missing, idleForMs: library.idleForMs, signal }));
        missing = await missingIn(album.id, photos);
      }
      if (photos && missing?.length === 0) found.set(album.id, { asListed, photos: photos.length });
    }
    photosLeft -= found.get(album.id)?.photos ?? 0;
  }
  if (hasSpace) await keepOthers(library, { albums, signal });
}

async function keepOthers(
  { loadOthers, idleForMs }: Library,
  { albums, signal }: { albums: readonly Album[]; signal: AbortSignal },
): Promise<void> {
  if (!loadOthers) return;
  const seen = checks.get();
  for (const { id } of albums) {
    const urls = await loadOthers(id).catch(() => []);
    // Images may have changed meanwhile: these go first.
    if (signal.aborted || seen !== checks.get()) return;
    if (urls.length === 0) continue;
    if (await storeImages({ lane: 'others', urls: await missingOf(urls), idleForMs, signal })) return;
  }
}

/** Notes how much of the album can be shown without a network, and returns its missing images. */
async function missingIn(albumId: string, photos: readonly PhotoImages[]): Promise<string[]> {
  const urls = await missingOf(photos.flatMap(({ thumbnail, medium }) => [thumbnail, medium]));
  const missing = new Set(urls);
  note(albumId, { photos: photos.length, missing: photos.filter((photo) => isUnready(photo, missing)).length });
  return urls;
}

function note(albumId: string, album: CachedAlbum): void {
  const before = cachedAlbums.get().get(albumId);
  if (before?.photos === album.photos && before.missing === album.missing) return;
  cachedAlbums.set(new Map(cachedAlbums.get()).set(albumId, album));
}
