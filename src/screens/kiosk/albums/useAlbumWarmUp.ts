import { useEffect } from 'react';
import { fetchPhotos } from '../../../api/albums.ts';
import { imageUrl } from '../../../api/imageUrls.ts';
import type { Album, Photo } from '../../../contract/entities.ts';
import type { PhotoImages, WarmUpScreen } from '../../../domain/albums/warmUpOrder.ts';
import { primeWorkerCache } from '../frame/primeWorkerCache.ts';
import { stopWarmUp, warmQuietly, warmUp } from '../../../offline/warmUp.ts';

const BEGIN_AGAIN_MS = 15_000;

function imagesOf(photo: Photo): PhotoImages {
  return { thumbnail: imageUrl(photo, 'thumbnail'), medium: imageUrl(photo, 'medium') };
}

/** The album and everything below it, the album first. */
function withDescendants(album: Album): Album[] {
  const found: Album[] = [];
  const waiting = [album];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    found.push(next);
    waiting.push(...next.childAlbums);
  }
  return found;
}

interface ShownAlbum {
  apiKey: string;
  album: Album;
  /** The album may be left meanwhile. */
  isCurrent: () => boolean;
  screen: () => WarmUpScreen;
}

async function warmAlbum({ apiKey, album, isCurrent, screen }: ShownAlbum): Promise<void> {
  await primeWorkerCache(apiKey);
  const credential = { apiKey };
  const photos = await fetchPhotos(credential, { albumId: album.id, includeChildAlbums: true });
  if (!isCurrent()) return;
  const albums = withDescendants(album);
  warmUp({ albumSlugs: albums.map(({ slug }) => slug), photos: photos.map(imagesOf), screen: screen() });
  // Each list of its own too: a tap on a sub-album must work without a network as well.
  for (const { id } of albums) {
    if (!isCurrent()) return;
    await fetchPhotos(credential, { albumId: id }).catch(() => undefined);
  }
}

interface AlbumOnScreen {
  apiKey: string;
  album: Album;
  /** The photos on screen, undefined while they are on their way; others begin the warm-up anew. */
  shown: readonly Photo[] | undefined;
  /** Where an open slideshow over all of the album's photos stands. */
  slideshowAt?: number | undefined;
}

/** Makes the album on screen, with its descendants, available offline for as long as it is shown. */
export function useAlbumWarmUp({ apiKey, album, shown, slideshowAt }: AlbumOnScreen): void {
  const isSlideshow = slideshowAt !== undefined;
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
    // The place where the slideshow started orders the warm-up; each slide after it must not begin it anew.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [apiKey, album.id, shown, isSlideshow]);
}

/** The kiosk's screens that are no album: the album list is remembered, and the pictures on its cards. */
export function useKioskWarmUp(apiKey: string, albums: readonly Album[] | undefined): void {
  useEffect(() => {
    const covers = (albums ?? []).flatMap(({ cover }) => (cover ? [imageUrl(cover, 'thumbnail')] : []));
    void primeWorkerCache(apiKey)
      .then(() => warmQuietly(covers))
      .catch(() => undefined);
  }, [apiKey, albums]);
}
