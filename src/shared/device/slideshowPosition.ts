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

/** A slideshow goes on until its page is left: it must not store again what was just deleted. */
let areForgotten = false;

/** Deletes the positions when the key has ended: they contain addresses of photos, and these open without a key. */
export function forgetPositions(): void {
  areForgotten = true;
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(LOCAL_STORAGE.slideshowPosition)) localStorage.removeItem(name);
    }
  } catch {
    // Without storage there is nothing to delete.
  }
}

/** Call when a key is accepted: slideshows are remembered, also after an earlier key has ended. */
export function rememberPositions(): void {
  areForgotten = false;
}

/**
 * Stores a position for each album that a slideshow is started from, so that a tablet that reboots continues there.
 * Uses localStorage, because it is the only storage that the first frame can read synchronously.
 */
export function rememberPosition(startedFrom: string, position: SlideshowPosition): void {
  if (areForgotten) return;
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
