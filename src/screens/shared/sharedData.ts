import { useCallback } from 'react';
import { fetchAlbums, fetchPhotos, fetchSharedAlbum } from '../../api/albums.ts';
import { serverMessage, statusOf } from '../../api/http.ts';
import type { SharedAlbum } from '#contract/schemas/arrivals/shares.ts';
import type { Album, Photo } from '#contract/schemas/photos.ts';
import { backoff } from '#domain/backoff.ts';
import { RemoteResource } from '../../state/remoteResource.ts';
import { ResourceCache } from '../../state/resourceCache.ts';
import { useLoaded, useRemoteResource, type Watched } from '../../state/useRemoteResource.ts';

/** A visitor who looks on learns within this time that the link was taken back. */
const ASK_EVERY_MS = 60_000;
const PHOTOS_EVERY_MS = 5 * 60_000;

export type Shared =
  /** `until`: ISO 8601; null: until it is taken back. */
  | { state: 'open'; album: Album; until: string | null; guests: SharedAlbum['guests']; mayDownload: boolean }
  /** Visitors send photos, and see none. */
  | { state: 'sending'; shared: SharedAlbum }
  /** The server's sentence says why. */
  | { state: 'ended'; sentence: string };

const OPTIONS = {
  afterError: () => 'retry' as const,
  retryDelayMs: backoff({ firstMs: 2_000, longestMs: 60_000 }),
  waitsWhileHidden: true,
  isSame: (before: unknown, after: unknown) => JSON.stringify(before) === JSON.stringify(after),
} as const;

const SHARE_OPTIONS = { ...OPTIONS, refreshMs: ASK_EVERY_MS };

const lists = new ResourceCache<Photo[]>();

/** None where the link is for sending photos alone. */
function albumsOf(shareKey: string): Promise<Album[]> {
  return fetchAlbums({ shareKey }).catch((error: unknown) => {
    if (statusOf(error) === 403) return [];
    throw error;
  });
}

/** An end is no error: a link is asked about again all the same, since a deleted album may be restored. */
async function load(shareKey: string): Promise<Shared> {
  try {
    const [[album], shared] = await Promise.all([albumsOf(shareKey), fetchSharedAlbum(shareKey)]);
    if (!shared.seesAlbum) return { state: 'sending', shared };
    if (album)
      return { state: 'open', album, until: shared.until, guests: shared.guests, mayDownload: shared.mayDownload };
    return { state: 'ended', sentence: 'The album of this link is not here any more' };
  } catch (error) {
    const sentence = statusOf(error) === 401 ? serverMessage(error) : undefined;
    // A 401 without a sentence is that of a proxy or a captive portal.
    if (sentence === undefined) throw error;
    return { state: 'ended', sentence };
  }
}

export function useShared(shareKey: string): Watched<Shared> {
  return useLoaded<Shared>(
    useCallback(() => load(shareKey), [shareKey]),
    SHARE_OPTIONS,
  );
}

interface PhotosQuery {
  albumId: string;
  includeChildAlbums: boolean;
}

/** Without a query nothing is loaded. */
export function useSharedPhotos(shareKey: string, query: PhotosQuery | undefined): Watched<Photo[]> {
  const create = (wanted: PhotosQuery) => () =>
    new RemoteResource<Photo[]>({
      ...OPTIONS,
      load: () => fetchPhotos({ shareKey }, wanted),
      refreshMs: PHOTOS_EVERY_MS,
    });
  return useRemoteResource(query && lists.get(JSON.stringify([shareKey, query]), create(query)));
}
