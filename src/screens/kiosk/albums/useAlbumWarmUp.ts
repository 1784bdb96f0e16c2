import { useEffect } from 'react';
import { fetchPhotos } from '#src/api/albums.ts';
import { imageUrl } from '#src/api/imageUrls.ts';
import type { Album, Photo } from '#contract/entities.ts';
import { askForPersistence } from '#src/device/deviceCheck.ts';
import { idleForMs } from '#src/device/lastInput.ts';
import { everyAlbum } from '#domain/albums/albumTree.ts';
import { nextPhotos, type PhotoImages, type WarmUpScreen } from '#domain/albums/warmUpOrder.ts';
import { stopWarmUp, warmQuietly, warmUp } from '#src/offline/warmUp.ts';
import { primeWorkerCache } from '../frame/primeWorkerCache.ts';
import { fetchEveryPhoto, isEverything } from './everyPhoto.ts';
import { useWarmUps } from './albumData.ts';

const BEGIN_AGAIN_MS = 15_000;

function imagesOf(photo: Photo): PhotoImages {
  return { thumbnail: imageUrl(photo, 'thumbnail'), medium: imageUrl(photo, 'medium') };
}

interface ShownAlbum {
  apiKey: string;
  album: Album;
  /** False once the album is left. */
  isCurrent: () => boolean;
  screen: () => WarmUpScreen;
}

async function warmAlbum({ apiKey, album, isCurrent, screen }: ShownAlbum): Promise<void> {
  await primeWorkerCache(apiKey);
  const credential = { apiKey };
  const photos = isEverything(album)
    ? await fetchEveryPhoto(apiKey, album.childAlbums)
    : await fetchPhotos(credential, { albumId: album.id, includeChildAlbums: true });
  if (!isCurrent()) return;
  const albums = [...everyAlbum([album])];
  const albumSlugs = albums.map(({ slug }) => slug);
  const from = screen();
  const plan = isEverything(album) ? nextPhotos(photos, from) : { photos, screen: from };
  warmUp({ albumSlugs, photos: plan.photos.map(imagesOf), screen: plan.screen, idleForMs });
  // The kiosk's home asks for this too, but a tablet that starts with a slideshow never shows the home.
  void askForPersistence().catch(() => undefined);
  // A tap on a sub-album has to work without a network too, and loads the list of that album.
  for (const { id } of isEverything(album) ? [] : albums) {
    if (!isCurrent()) return;
    await fetchPhotos(credential, { albumId: id }).catch(() => undefined);
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
export function useAlbumWarmUp({ apiKey, album, shown, slideshowAt }: AlbumOnScreen): void {
  const isSlideshow = slideshowAt !== undefined;
  // Photos below this album may have changed, which are not on screen.
  const warmUps = useWarmUps();
  useEffect(() => {
    if (!shown) return undefined;
    let isShown = true;
    const screen = (): WarmUpScreen => (isSlideshow ? { kind: 'slideshow', at: slideshowAt } : { kind: 'grid' });
    let again: ReturnType<typeof setTimeout> | undefined;
    const begin = () =>
      void warmAlbum({ apiKey, album, isCurrent: () => isShown, screen }).catch(() => {
        if (isShown) again = setTimeout(begin, BEGIN_AGAIN_MS);
      });
    begin();
    return () => {
      isShown = false;
      clearTimeout(again);
      stopWarmUp();
    };
    // `slideshowAt` is left out: only the slide at which the slideshow opens decides the order of the warm-up, and a
    // later value must not begin the warm-up anew.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [apiKey, album.id, shown, isSlideshow, warmUps]);
}

/** Used by the list of albums: the service worker stores the list and the pictures on its cards. */
export function useKioskWarmUp(apiKey: string, albums: readonly Album[] | undefined): void {
  useEffect(() => {
    const covers = (albums ?? []).flatMap(({ cover }) => (cover ? [imageUrl(cover, 'thumbnail')] : []));
    void primeWorkerCache(apiKey)
      .then(() => warmQuietly(covers))
      .catch(() => undefined);
  }, [apiKey, albums]);
}
