import { useCallback, useSyncExternalStore } from 'react';
import { fetchAlbums, fetchPhotos } from '../../../api/albums.ts';
import type { Album, Photo } from '../../../contract/entities.ts';
import { isSamePhoto } from '../../../domain/albums/samePhoto.ts';
import { RemoteResource, type Remote } from '../../../state/remoteResource.ts';

interface AlbumsQuery {
  apiKey: string;
}

interface PhotosQuery {
  apiKey: string;
  albumId: string;
  /** The slideshow's list: the album's own photos, then those of all its descendants. */
  includeChildAlbums: boolean;
}

function samePhotos(before: Photo[], after: Photo[]): boolean {
  return before.length === after.length && before.every((photo, at) => isSamePhoto(photo, after[at]));
}

const albums = new RemoteResource<AlbumsQuery, Album[]>({
  load: ({ apiKey }) => fetchAlbums({ apiKey }),
  nameOf: ({ apiKey }) => apiKey,
  same: (before, after) => JSON.stringify(before) === JSON.stringify(after),
});

const photos = new RemoteResource<PhotosQuery, Photo[]>({
  load: ({ apiKey, albumId, includeChildAlbums }) => fetchPhotos({ apiKey }, { albumId, includeChildAlbums }),
  nameOf: ({ apiKey, albumId, includeChildAlbums }) => JSON.stringify([apiKey, albumId, includeChildAlbums]),
  same: samePhotos,
});

export type Watched<T> = Remote<T> & { retry: () => void };

const LOADING = { status: 'loading' } as const;

export function useAlbums(apiKey: string): Watched<Album[]> {
  const subscribe = useCallback((listener: () => void) => albums.watch({ apiKey }, listener), [apiKey]);
  const state = useSyncExternalStore(subscribe, () => albums.state({ apiKey }));
  return { ...state, retry: () => albums.reload({ apiKey }) };
}

export function loadPhotos(query: PhotosQuery): Promise<Photo[]> {
  return photos.ask(query);
}

/** Without an album (not known yet, or not wanted yet) nothing is asked and the answer stays 'loading'. */
export function usePhotos(apiKey: string, albumId: string | undefined, includeChildAlbums: boolean): Watched<Photo[]> {
  const subscribe = useCallback(
    (listener: () => void) =>
      albumId === undefined ? () => undefined : photos.watch({ apiKey, albumId, includeChildAlbums }, listener),
    [apiKey, albumId, includeChildAlbums],
  );
  const state = useSyncExternalStore(subscribe, () =>
    albumId === undefined ? LOADING : photos.state({ apiKey, albumId, includeChildAlbums }),
  );
  const retry = () => {
    if (albumId !== undefined) photos.reload({ apiKey, albumId, includeChildAlbums });
  };
  return { ...state, retry };
}
