import { useEffect, useState } from 'react';
import type { Photo } from '../../contract/entities.ts';
import { lastPosition, type SlideshowPosition } from '../../offline/slideshowPosition.ts';

/** Where to go on: `startAt` is undefined until it is known. */
interface Resume {
  startAt: number | undefined;
}

interface Options {
  albumSlug: string;
  photos: readonly Photo[] | undefined;
  /** A slideshow that a person opened here starts where they said; one that came with the page goes on. */
  isResumed: boolean;
  startAt: number;
}

export function useResume({ albumSlug, photos, isResumed, startAt }: Options): Resume {
  const [position, setPosition] = useState<SlideshowPosition | null>();
  useEffect(() => {
    let isShown = true;
    const recall = async () => {
      const found = await lastPosition(albumSlug);
      if (isShown) setPosition(found ?? null);
    };
    void recall();
    return () => {
      isShown = false;
    };
  }, [albumSlug]);

  if (!isResumed) return { startAt };
  if (position === undefined || !photos) return { startAt: undefined };
  const index = photos.findIndex((photo) => {
    return photo.filename === position?.filename && photo.albumSlug === position.albumSlug;
  });
  return { startAt: index === -1 ? Math.min(startAt, photos.length - 1) : index };
}
