import { useEffect } from 'react';
import { fetchPhotos } from '#src/shared/api/albums.ts';
import { imagesOf, imageUrl } from '#src/shared/api/imageUrls.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { askForPersistence } from '#src/wall/home/deviceCheck.ts';
import { idleForMs } from '#src/shared/device/lastInput.ts';
import { everyAlbum } from '#domain/albums/albumTree.ts';
import { nextPhotos, type WarmUpScreen } from '#domain/albums/keepOrder.ts';
import { keepCovers, keepOnScreen, type PhotosOnScreen } from '#src/shared/offline/keeper.ts';
import { primeWorkerCache } from '#src/wall/layout/primeWorkerCache.ts';
import { fetchPhotosOf, standsForSeveral } from '#src/shared/albums/albumData.ts';

interface ShownAlbum {
  apiKey: string;
  album: Album;
  screen: WarmUpScreen;
}

async function photosOnScreen({ apiKey, album, screen }: ShownAlbum, signal: AbortSignal): Promise<PhotosOnScreen> {
  await primeWorkerCache(apiKey);
  const photos = standsForSeveral(album)
    ? await fetchPhotosOf(apiKey, album.childAlbums)
    : await listsOf({ apiKey, albumId: album.id });
  const albums = [...everyAlbum([album])];
  // The kiosk's home asks for it too, but a tablet that starts with a slideshow never shows the home.
  void askForPersistence().catch(() => undefined);
  // A tap on a sub-album has to work without a network too, and loads the list of that album.
  const below = standsForSeveral(album) ? [] : albums.filter(({ id }) => id !== album.id);
  void loadLists(apiKey, { ids: below.map(({ id }) => id), signal });
  const plan = standsForSeveral(album) ? nextPhotos(photos, screen) : { photos, screen };
  return { albumSlugs: albums.map(({ slug }) => slug), photos: plan.photos.map(imagesOf), screen: plan.screen };
}

/** The photos of the album's slideshow. The list of its page is stored by then too: a start without a network shows that. */
async function listsOf({ apiKey, albumId }: { apiKey: string; albumId: string }): Promise<Photo[]> {
  const ofSlideshow = fetchPhotos({ apiKey }, { albumId, includeChildAlbums: true });
  const ofPage = fetchPhotos({ apiKey }, { albumId });
  const [photos] = await Promise.all([ofSlideshow, ofPage]);
  return photos;
}

async function loadLists(apiKey: string, { ids, signal }: { ids: string[]; signal: AbortSignal }): Promise<void> {
  for (const albumId of ids) {
    if (signal.aborted) return;
    await fetchPhotos({ apiKey }, { albumId }).catch(() => undefined);
  }
}

interface AlbumOnScreen {
  apiKey: string;
  album: Album;
  /** The photos on screen, undefined while they are being loaded. When they change, storing the images begins anew. */
  shown: readonly Photo[] | undefined;
  /** The index of the photo with which an open slideshow of all photos began. */
  slideshowAt?: number | undefined;
}

/** Makes the album on screen, with its descendants, available offline for as long as it is shown. */
export function useCachedOnScreen({ apiKey, album, shown, slideshowAt }: AlbumOnScreen): void {
  const isSlideshow = slideshowAt !== undefined;
  useEffect(() => {
    if (!shown) return undefined;
    const screen: WarmUpScreen = isSlideshow ? { kind: 'slideshow', at: slideshowAt } : { kind: 'grid' };
    return keepOnScreen({ idleForMs, load: (signal) => photosOnScreen({ apiKey, album, screen }, signal) });
    // `slideshowAt` is left out: only the slide at which the slideshow opens decides the order in which images are stored,
    // and a later value must not begin that anew.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [apiKey, album.id, shown, isSlideshow]);
}

/** Used by the list of albums: the service worker stores the list and the pictures on its cards. */
export function useCachedCovers(apiKey: string, albums: readonly Album[] | undefined): void {
  useEffect(() => {
    const run = new AbortController();
    const covers = (albums ?? []).flatMap(({ cover }) => (cover ? [imageUrl(cover, 'thumbnail')] : []));
    void primeWorkerCache(apiKey)
      .then(() => keepCovers(covers, { idleForMs, signal: run.signal }))
      .catch(() => undefined);
    return () => run.abort();
  }, [apiKey, albums]);
}
