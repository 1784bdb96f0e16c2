import { useState } from 'react';
import type { Photo } from '../../../contract/entities.ts';
import { isSamePhoto } from '../../../domain/albums/samePhoto.ts';
import { lastPosition } from '../../../device/slideshowPosition.ts';

interface Options {
  albumSlug: string;
  photos: readonly Photo[] | undefined;
  /** A slideshow that a person opened here starts where they said; one that came with the page goes on. */
  isResumed: boolean;
  startAt: number;
}

/** Where to go on. */
export function useResume({ albumSlug, photos, isResumed, startAt }: Options): number {
  const [position] = useState(() => lastPosition(albumSlug));
  if (!isResumed || !photos) return startAt;
  const index = photos.findIndex((photo) => isSamePhoto(photo, position));
  return index === -1 ? Math.min(startAt, photos.length - 1) : index;
}
