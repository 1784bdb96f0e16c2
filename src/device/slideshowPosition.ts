import { isRecord, textOf } from '../domain/records.ts';

const RECORD_PREFIX = 'slideshow-position:';

/** Where a slideshow stood. The photo's own name, since its place in the list shifts with every upload. */
export interface SlideshowPosition {
  albumSlug: string;
  filename: string;
  /** Its picture: what the next start shows before the app's code is there. */
  imageUrl: string;
}

/**
 * Remembered for each album a slideshow was started from, so that a tablet that reboots goes on where it was; in the one
 * storage that can be read before anything else has run.
 */
export function rememberPosition(startedFrom: string, position: SlideshowPosition): void {
  try {
    localStorage.setItem(RECORD_PREFIX + startedFrom, JSON.stringify(position));
  } catch {
    // A browser without storage for us, or with a full one, remembers nothing.
  }
}

export function lastPosition(startedFrom: string): SlideshowPosition | undefined {
  try {
    const record: unknown = JSON.parse(localStorage.getItem(RECORD_PREFIX + startedFrom) ?? '');
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

/** After a refusal: who knows a photo's filename needs no key. */
export function forgetPositions(): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(RECORD_PREFIX)) localStorage.removeItem(name);
    }
  } catch {
    // Without storage there is nothing to forget.
  }
}
