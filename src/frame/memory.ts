import type { Photo } from '../contract/entities.ts';
import { LOCAL_STORAGE } from '../contract/storageKeys.ts';
import { photosIn } from '../domain/frame/frameResponse.ts';
import { keyMark } from '../domain/frame/keyMark.ts';
import { isRecord } from '../domain/records.ts';

// Storage is an extra: it may be switched off or full, and then the page works without it.

/** The photos that were listed when this key was last good. */
export function recallPhotos(apiKey: string): Photo[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(LOCAL_STORAGE.framePhotos) ?? 'null');
    return isRecord(stored) && stored.key === keyMark(apiKey) ? photosIn(stored.photos) : [];
  } catch {
    return [];
  }
}

export function keepPhotos(apiKey: string, photos: Photo[]): void {
  try {
    localStorage.setItem(LOCAL_STORAGE.framePhotos, JSON.stringify({ key: keyMark(apiKey), photos }));
  } catch {
    forgetPhotos();
  }
}

export function forgetPhotos(): void {
  try {
    localStorage.removeItem(LOCAL_STORAGE.framePhotos);
  } catch {
    // Nothing is stored then.
  }
}
