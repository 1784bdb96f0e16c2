import type { Photo } from '#contract/schemas/photos.ts';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { photosIn } from '#domain/oldTablets/responses.ts';
import { fnv1a } from '#domain/hash32.ts';
import { isRecord, textOf } from '#domain/records.ts';

// Storage is an extra: it may be switched off or full, and then the page works without it.

interface Stored {
  photos: Photo[];
  /** The body of the response with the settings; undefined when it was not stored. */
  settings?: unknown;
}

/** The lists and settings from the time when this key was last valid. */
export function recall(apiKey: string): Stored {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(LOCAL_STORAGE.framePhotos) ?? 'null');
    if (!isRecord(stored) || stored.key !== fnv1a(apiKey)) return { photos: [] };
    return { photos: photosIn(stored.photos), settings: stored.settings };
  } catch {
    return { photos: [] };
  }
}

export function keep(apiKey: string, changed: Partial<Stored>): void {
  try {
    const { photos, settings } = { ...recall(apiKey), ...changed };
    localStorage.setItem(LOCAL_STORAGE.framePhotos, JSON.stringify({ key: fnv1a(apiKey), photos, settings }));
  } catch {
    // The storage is full: the lists are deleted, since the key and the secret are more important.
    forgetPhotos();
  }
}

/** The key that has replaced a key, or the key itself. */
export function successorOf(apiKey: string): string {
  const { marks, key } = replaced();
  return marks.indexOf(fnv1a(apiKey)) < 0 ? apiKey : key;
}

/** The stored data of a key stays for the key that replaces it, and addresses with an earlier key lead to it. */
export function replaceKey(oldKey: string, newKey: string): void {
  const { photos, settings } = recall(oldKey);
  keep(newKey, { photos, settings });
  const { marks, key } = replaced();
  const earlier = key === oldKey ? marks : [];
  try {
    const record = { marks: [...earlier, fnv1a(oldKey)], key: newKey };
    localStorage.setItem(LOCAL_STORAGE.frameKey, JSON.stringify(record));
  } catch {
    // The new key is in the page's own address.
  }
}

function replaced(): { marks: unknown[]; key: string } {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(LOCAL_STORAGE.frameKey) ?? 'null');
    if (isRecord(stored) && Array.isArray(stored.marks)) return { marks: stored.marks, key: textOf(stored, 'key') };
  } catch {
    // A storage that throws counts as empty.
  }
  return { marks: [], key: '' };
}

/** The secret by which this device proves that it is the tablet; '' when it has none. */
export function deviceSecret(): string {
  try {
    return localStorage.getItem(LOCAL_STORAGE.deviceSecret) ?? '';
  } catch {
    return '';
  }
}

export function keepDeviceSecret(secret: string): void {
  try {
    if (secret !== '') localStorage.setItem(LOCAL_STORAGE.deviceSecret, secret);
  } catch {
    // Without storage the tablet cannot prove itself later: then an admin connects it again.
  }
}

/** The line of words from the house, which stays over a reload; '' for none. */
export function storedLine(): string {
  try {
    return localStorage.getItem(LOCAL_STORAGE.message) ?? '';
  } catch {
    return '';
  }
}

export function keepLine(words: string): void {
  try {
    localStorage.setItem(LOCAL_STORAGE.message, words);
  } catch {
    // Without storage the line is shown until a reload.
  }
}

function forgetPhotos(): void {
  try {
    localStorage.removeItem(LOCAL_STORAGE.framePhotos);
  } catch {
    // Nothing is stored then.
  }
}
