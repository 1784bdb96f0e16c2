import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { isRecord, textOf } from '#domain/records.ts';

/** The position of a slideshow. It identifies the photo by its name, since the index changes with every upload. */
export interface SlideshowPosition {
  albumSlug: string;
  filename: string;
  /** The address of the picture, which the next start shows before the app's code is loaded. */
  imageUrl: string;
  /** Gives the shuffled order of the slideshow. */
  seed?: number;
}

/**
 * Stores a position for each album that a slideshow is started from, so that a tablet that reboots continues there.
 * Uses localStorage, because it is the only storage that the first frame can read synchronously.
 */
export function rememberPosition(startedFrom: string, position: SlideshowPosition): void {
  try {
    localStorage.setItem(LOCAL_STORAGE.slideshowPosition + startedFrom, JSON.stringify(position));
  } catch {
    // A page that may not use storage, or whose storage is full, remembers nothing.
  }
}

export function lastPosition(startedFrom: string): SlideshowPosition | undefined {
  try {
    const record: unknown = JSON.parse(localStorage.getItem(LOCAL_STORAGE.slideshowPosition + startedFrom) ?? 'null');
    if (!isRecord(record) || textOf(record, 'filename') === '') return undefined;
    return {
      albumSlug: textOf(record, 'albumSlug'),
      filename: textOf(record, 'filename'),
      imageUrl: textOf(record, 'imageUrl'),
      ...(typeof record.seed === 'number' ? { seed: record.seed } : {}),
    };
  } catch {
    return undefined;
  }
}
