import { LOCAL_STORAGE } from '../contract/storageKeys.ts';
import { isRecord, textOf } from '../domain/records.ts';

/** Where a slideshow was: by the photo's name, since a photo's place in the list shifts with every upload. */
export interface SlideshowPosition {
  albumSlug: string;
  filename: string;
  /** The address of the picture, which the next start shows before the app's code is there. */
  imageUrl: string;
}

/**
 * Remembers a position for each album that a slideshow is started from, so that a tablet that reboots goes on where it
 * was. In localStorage, the one storage that the first frame can read without waiting.
 */
export function rememberPosition(startedFrom: string, position: SlideshowPosition): void {
  try {
    localStorage.setItem(LOCAL_STORAGE.slideshowPosition + startedFrom, JSON.stringify(position));
  } catch {
    // A browser without storage for us, or with a full one, remembers nothing.
  }
}

export function lastPosition(startedFrom: string): SlideshowPosition | undefined {
  try {
    const record: unknown = JSON.parse(localStorage.getItem(LOCAL_STORAGE.slideshowPosition + startedFrom) ?? '');
    if (!isRecord(record) || textOf(record, 'filename') === '') return undefined;
    return {
      albumSlug: textOf(record, 'albumSlug'),
      filename: textOf(record, 'filename'),
      imageUrl: textOf(record, 'imageUrl'),
    };
  } catch {
    return undefined;
  }
}
