import type { Photo } from '#contract/photos/schemas.ts';
import { backoff } from '../backoff.ts';
import { mediumDate } from '../clock/mediumDate.ts';

interface Place {
  albumName: string;
  /** The photo's index in the list that is shown. */
  index: number;
}

/** The words of a screen reader for a photo: its caption, else its album and the time it was taken, else its number. */
export function photoLabel({ caption, takenAt }: Photo, { albumName, index }: Place): string {
  if (caption?.trim()) return caption.trim();
  return takenAt === undefined ? `Photo ${index + 1}` : `${albumName}, ${mediumDate(takenAt)}`;
}

/** A thumbnail that failed to load is requested again for as long as it is on the page, at growing intervals. */
export const thumbnailRetryMs = backoff({ firstMs: 5_000, longestMs: 120_000 });
