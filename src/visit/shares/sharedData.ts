import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { fetchSharedAlbum } from '#src/shared/api/shares.ts';
import { fetchAlbums, fetchPhotos, type PhotosQuery } from '#src/shared/api/albums.ts';
import { serverMessage, statusOf } from '#src/shared/api/http.ts';
import { uploadPhotos } from '#src/shared/api/upload.ts';
import { GUESTS } from '#contract/shares/shares.ts';
import type { SharedAlbum } from '#contract/shares/schemas.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { backoff } from '#domain/backoff.ts';
import { isPending, type UploadItem } from '#domain/uploads/uploadQueue.ts';
import { keepScreenOn } from '#src/shared/device/wakeLock.ts';
import { RemoteResource } from '#src/shared/state/remoteResource.ts';
import { ResourceCache } from '#src/shared/state/resourceCache.ts';
import { Uploader } from '#src/shared/uploads/Uploader.ts';
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

/**
 * Sends a visitor's photos while any album of the link is shown. It sends again when the network or the person is back,
 * keeps the phone awake, because a dark screen ends the sending, and warns people who leave too early.
 */
export function useGuestUploader(shareKey: string): Uploader {
  const [uploader] = useState(
    () =>
      new Uploader(
        (request) => uploadPhotos({ shareKey }, request),
        undefined,
        () => isOurTurn(shareKey),
      ),
  );
  const isBusy = useSyncExternalStore(uploader.subscribe, () => uploader.isBusy());
  const unsent = useSyncExternalStore(uploader.subscribe, () => uploader.queue().items.filter(isUnsent).length);
  useEffect(() => (isBusy ? keepScreenOn() : undefined), [isBusy]);
  useEffect(() => {
    const [first] = uploader.queue().items;
    if (first) keepUnsent(first.albumId, unsent);
  }, [uploader, unsent]);
  useEffect(() => {
    const onBack = () => {
      if (document.visibilityState === 'hidden') return;
      uploader.retry();
      uploader.tryNow();
    };
    const onLeave = (event: BeforeUnloadEvent) => {
      if (uploader.isBusy()) event.preventDefault();
    };
    window.addEventListener('online', onBack);
    document.addEventListener('visibilitychange', onBack);
    window.addEventListener('beforeunload', onLeave);
    return () => {
      window.removeEventListener('online', onBack);
      document.removeEventListener('visibilitychange', onBack);
      window.removeEventListener('beforeunload', onLeave);
    };
  }, [uploader]);
  return uploader;
}

/**
 * Whether photos of this page may be sent now. Also true without a response: sending them then reports what is wrong.
 */
async function isOurTurn(shareKey: string): Promise<boolean> {
  const shared = await fetchSharedAlbum(shareKey).catch(() => undefined);
  return shared?.guests?.isBusy !== true;
}

function isUnsent(item: UploadItem): boolean {
  return isPending(item) || item.status === 'failed';
}

/** Phones throw away pages that nobody looks at, and the chosen photos with them: their number is kept for this tab. */
function keepUnsent(albumId: string, count: number): void {
  if (count > 0) sessionStorage.setItem(GUESTS.unsent + albumId, String(count));
  else sessionStorage.removeItem(GUESTS.unsent + albumId);
}

export function unsentOf(albumId: string): number {
  return Number(sessionStorage.getItem(GUESTS.unsent + albumId));
}
