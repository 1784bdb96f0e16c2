import { useEffect, useState, useSyncExternalStore } from 'react';
import { GUESTS } from '#contract/guests/storageKeys.ts';
import { isPending, type UploadItem } from '#domain/uploads/uploadQueue.ts';
import { fetchSharedAlbum } from '#src/shared/api/shares.ts';
import { uploadPhotos } from '#src/shared/api/upload.ts';
import { keepScreenOn } from '#src/shared/device/wakeLock.ts';
import { Uploader } from '#src/shared/uploads/Uploader.ts';

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
