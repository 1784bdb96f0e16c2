import { topLevelAlbums } from '#domain/albums/albumTree.ts';
import { chosenAlbums } from '#domain/tablets/beginning.ts';
import { fetchAlbums, fetchPhotos, type PhotosQuery } from '#src/shared/api/albums.ts';
import { isCredentialRefused } from '#src/shared/api/http.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { isSamePhoto } from '#domain/slideshow/slideList.ts';
import { backoff } from '#domain/backoff.ts';
import { RemoteResource } from '#src/shared/state/remoteResource.ts';
import { ResourceCache } from '#src/shared/state/resourceCache.ts';
import { useRemoteResource, type Watched } from '#src/shared/state/useRemoteResource.ts';

interface KioskPhotosQuery extends PhotosQuery {
  apiKey: string;
  /** For the slideshow: the album's own photos, then those of all albums below it. */
  includeChildAlbums: boolean;
}

const KIOSK_OPTIONS = {
  afterError: (error: unknown) => (isCredentialRefused(error) ? 'revoked' : 'retry'),
  retryDelayMs: backoff({ firstMs: 2_000, longestMs: 60_000 }),
  /** A kiosk runs for months: new photos appear without a touch. */
  refreshMs: 5 * 60_000,
  waitsWhileHidden: true,
} as const;

const albumLists = new ResourceCache<Album[]>();
const photoLists = new ResourceCache<Photo[]>();

function albumsOf(apiKey: string): RemoteResource<Album[]> {
  const create = () =>
    new RemoteResource<Album[]>({
      ...KIOSK_OPTIONS,
      load: () => fetchAlbums({ apiKey }),
      isSame: (before, after) => JSON.stringify(before) === JSON.stringify(after),
    });
  return albumLists.get(apiKey, create);
}

export function photosOf({ apiKey, albumId, includeChildAlbums }: KioskPhotosQuery): RemoteResource<Photo[]> {
  const create = () =>
    new RemoteResource<Photo[]>({
      ...KIOSK_OPTIONS,
      load: async () =>
        standsForSeveral({ id: albumId })
          ? fetchPhotosOf(apiKey, albumsIn(albumId, await albumsOf(apiKey).value()))
          : fetchPhotos({ apiKey }, { albumId, includeChildAlbums }),
      isSame: areSamePhotos,
    });
  return photoLists.get(JSON.stringify([apiKey, albumId, includeChildAlbums]), create);
}

function areSamePhotos(before: Photo[], after: Photo[]): boolean {
  return before.length === after.length && before.every((photo, at) => looksSame(photo, after[at]));
}

function looksSame(before: Photo, after: Photo | undefined): boolean {
  return isSamePhoto(before, after) && JSON.stringify(before) === JSON.stringify(after);
}

export function useKioskAlbums(apiKey: string): Watched<Album[]> {
  return useRemoteResource(albumsOf(apiKey));
}

/** Without a query (the album is not known yet, or its photos are not needed yet) nothing is loaded. */
export function usePhotos(query: KioskPhotosQuery | undefined): Watched<Photo[]> {
  return useRemoteResource(query && photosOf(query));
}

export function loadPhotos(query: KioskPhotosQuery): Promise<Photo[]> {
  return photosOf(query).value();
}

export function arePhotosLoaded(query: KioskPhotosQuery): boolean {
  return photosOf(query).state.status === 'loaded';
}

/** The current list of albums; rejects when the server does not respond and none is stored. */
export function loadAlbums(apiKey: string): Promise<Album[]> {
  return albumsOf(apiKey).value();
}

/** Called when albums may have changed: the present content stays on screen until the new lists are loaded. */
export function outdateLists(): void {
  albumLists.outdateAll();
  photoLists.outdateAll();
}

/** Begins an id that stands for several albums. Their ids follow; without any it stands for all albums. */
const SEVERAL = 'albums:';

const PARALLEL_LISTS = 4;

interface Several {
  name: string;
  /** The ids of the albums, separated by commas; without it everything that the tablet may see. */
  ids?: string | undefined;
}

/** Several albums as one, for their slideshow. No real album has its id, or an empty slug. */
export function albumOfSeveral(albums: readonly Album[], { name, ids = '' }: Several): Album {
  const id = SEVERAL + ids;
  return { id, slug: '', name, childAlbums: albumsIn(id, albums) };
}

export function standsForSeveral({ id }: { id: string }): boolean {
  return id.startsWith(SEVERAL);
}

/** The albums that an id stands for. */
export function albumsIn(id: string, albums: readonly Album[]): Album[] {
  const chosen = chosenAlbums(albums, id.slice(SEVERAL.length).split(','));
  return chosen.length > 0 ? chosen : topLevelAlbums(albums);
}

/**
 * The photos of these albums and of those below them, in the albums' order. It leaves out lists that cannot be loaded
 * (neither stored nor in reach), and rejects when none can.
 */
export async function fetchPhotosOf(apiKey: string, albums: readonly Album[]): Promise<Photo[]> {
  const lists: Photo[][] = [];
  const failures: unknown[] = [];
  const waiting = [...albums.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, { id: albumId }] = next;
      try {
        lists[at] = await fetchPhotos({ apiKey }, { albumId, includeChildAlbums: true });
      } catch (error) {
        if (isCredentialRefused(error)) throw error;
        failures.push(error);
        lists[at] = [];
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_LISTS }, work));
  if (failures.length > 0 && failures.length === lists.length) throw failures[0];
  return lists.flat();
}
