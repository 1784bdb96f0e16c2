import type { Photo } from '#contract/photos/schemas.ts';
import { FORMER } from '#contract/formerStorage.ts';
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
    // The storage is full: the lists are deleted, since the key is more important.
    forgetPhotos();
  }
}

/**
 * The key with which this page was connected last, if it was connected with this one before: the icon on the home screen
 * holds the key with which it was made. Otherwise the key itself.
 */
export function keyInPlaceOf(apiKey: string): string {
  const { marks, key } = connected();
  return key === '' || marks.indexOf(fnv1a(apiKey)) < 0 ? apiKey : key;
}

/** Call when somebody has connected this page again; `apiKey` is the key of its address. */
export function keepConnected(apiKey: string, newKey: string): void {
  const { marks } = connected();
  const mark = fnv1a(apiKey);
  keepConnection({ marks: marks.indexOf(mark) < 0 ? [...marks, mark] : marks, key: newKey });
}

/**
 * Call when the key is revoked. Its hash is added to the former keys, so that the page finds the key that it gets next.
 */
export function forgetConnection(): void {
  const { marks, key } = connected();
  if (key !== '') keepConnection({ marks: [...marks, fnv1a(key)], key: '' });
}

function keepConnection(record: { marks: unknown[]; key: string }): void {
  try {
    localStorage.setItem(LOCAL_STORAGE.frameKey, JSON.stringify(record));
  } catch {
    // The new key is in the page's own address.
  }
}

function connected(): { marks: unknown[]; key: string } {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(LOCAL_STORAGE.frameKey) ?? 'null');
    if (isRecord(stored) && Array.isArray(stored.marks)) return { marks: stored.marks, key: textOf(stored, 'key') };
  } catch {
    // A storage that throws counts as empty.
  }
  return { marks: [], key: '' };
}

/** Deletes what versions before this stored and nothing uses any more. */
export function forgetFormer(): void {
  try {
    localStorage.removeItem(FORMER.text);
  } catch {
    // Nothing is stored then.
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
