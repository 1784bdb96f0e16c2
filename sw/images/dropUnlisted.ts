import { albumOfCache, imagesCacheName } from '../cacheNames.ts';
import { type PhotosByAlbum, unlistedImages } from './unlisted.ts';

/** Deletes the stored images of photos that their albums no longer have. */
export async function dropUnlistedPhotos(keyHash: string, listed: PhotosByAlbum): Promise<void> {
  for (const slug of listed.keys()) {
    const name = imagesCacheName(keyHash, slug);
    if (!(await caches.has(name))) continue;
    const cache = await caches.open(name);
    const urls = (await cache.keys()).map(({ url }) => url);
    await Promise.all(unlistedImages(urls, listed).map((url) => cache.delete(url, { ignoreVary: true })));
  }
}

/** Deletes the stored images of albums that are gone. */
export async function dropUnlistedAlbums(keyHash: string, slugs: ReadonlySet<string>): Promise<void> {
  const albums = (await caches.keys()).flatMap((name) => albumOfCache(name) ?? []);
  const gone = albums.filter((album) => album.keyHash === keyHash && !slugs.has(album.albumSlug));
  await Promise.all(gone.map(({ cacheName }) => caches.delete(cacheName)));
}
