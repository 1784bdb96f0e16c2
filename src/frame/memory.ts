import type { Photo } from '../contract/entities.ts';
import { LOCAL_STORAGE } from '../contract/storageKeys.ts';
import { photosIn } from '../domain/frame/frameResponse.ts';
import { keyMark } from '../domain/frame/keyMark.ts';
import { isRecord } from '../domain/records.ts';

// Storage is an extra: it may be switched off or full, and then the page works without it.

interface Kept {
  photos: Photo[];
  /** The body of the response with the settings; undefined when it was not kept. */
  settings?: unknown;
}

/** What was listed and set when this key was last good. */
export function recall(apiKey: string): Kept {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(LOCAL_STORAGE.framePhotos) ?? 'null');
    if (!isRecord(stored) || stored.key !== keyMark(apiKey)) return { photos: [] };
    return { photos: photosIn(stored.photos), settings: stored.settings };
  } catch {
    return { photos: [] };
  }
}

export function keep(apiKey: string, changed: Partial<Kept>): void {
  try {
    const { photos, settings } = { ...recall(apiKey), ...changed };
    localStorage.setItem(LOCAL_STORAGE.framePhotos, JSON.stringify({ key: keyMark(apiKey), photos, settings }));
  } catch {
    forget();
  }
}

export function forget(): void {
  try {
    localStorage.removeItem(LOCAL_STORAGE.framePhotos);
  } catch {
    // Nothing is stored then.
  }
}
