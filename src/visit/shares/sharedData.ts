import { useCallback } from 'react';
import { fetchSharedAlbum } from '#src/shared/api/shares.ts';
import { fetchAlbums, fetchPhotos, type PhotosQuery } from '#src/shared/api/albums.ts';
import { serverMessage, statusOf } from '#src/shared/api/http.ts';
import type { SharedAlbum } from '#contract/shares/schemas.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { backoff } from '#domain/backoff.ts';
import { RemoteResource } from '#src/shared/state/remoteResource.ts';
import { ResourceCache } from '#src/shared/state/resourceCache.ts';
import { useLoaded, useRemoteResource, type Watched } from '#src/shared/state/useRemoteResource.ts';

/** The time in which a visitor with an open page learns that the link was taken back. */
const ASK_EVERY_MS = 60_000;
const PHOTOS_EVERY_MS = 5 * 60_000;

type Shared =
  /** `until`: ISO 8601; null: until the share is taken back. */
  | { state: 'open'; album: Album; until: string | null; guests: SharedAlbum['guests']; mayDownload: boolean }
  /** Visitors send photos, and see none. */
  | { state: 'sending'; shared: SharedAlbum }
  /** The server's sentence gives the reason. */
  | { state: 'ended'; sentence: string };

const OPTIONS = {
  afterError: () => 'retry' as const,
  retryDelayMs: backoff({ firstMs: 2_000, longestMs: 60_000 }),
  waitsWhileHidden: true,
  isSame: (before: unknown, after: unknown) => JSON.stringify(before) === JSON.stringify(after),
} as const;

const SHARE_OPTIONS = { ...OPTIONS, refreshMs: ASK_EVERY_MS };

const lists = new ResourceCache<Photo[]>();

/** None where the link is only for sending photos. */
function albumsOf(shareKey: string): Promise<Album[]> {
  return fetchAlbums({ shareKey }).catch((error: unknown) => {
    if (statusOf(error) === 403) return [];
    throw error;
  });
}

/** An end is not an error, and the link is still polled, since a deleted album may be restored. */
async function load(shareKey: string): Promise<Shared> {
  try {
    const [[album], shared] = await Promise.all([albumsOf(shareKey), fetchSharedAlbum(shareKey)]);
    if (!shared.seesAlbum) return { state: 'sending', shared };
    if (album)
      return { state: 'open', album, until: shared.until, guests: shared.guests, mayDownload: shared.mayDownload };
    return { state: 'ended', sentence: 'The album of this link is not here any more' };
  } catch (error) {
    const sentence = statusOf(error) === 401 ? serverMessage(error) : undefined;
    // A 401 without a sentence comes from a proxy or a captive portal.
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
