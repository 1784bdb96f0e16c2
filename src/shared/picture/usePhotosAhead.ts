import { useEffect, useRef } from 'react';
import { imageUrl } from '#src/shared/api/imageUrls.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { photosAhead, type Place } from '#domain/viewer/steps.ts';
import { crossOriginFor } from '#src/shared/ui/photoGrid/photoImage.ts';

/** Loads the photos that somebody may look at next. */
export function usePhotosAhead(photos: readonly Photo[], { index, count }: Place): void {
  const images = useRef<HTMLImageElement[]>([]);
  useEffect(() => {
    const wanted = photosAhead({ index, count }).flatMap((at) => photos[at] ?? []);
    images.current = wanted.map((photo) => {
      const src = imageUrl(photo, 'medium');
      const known = images.current.find((image) => image.getAttribute('src') === src);
      if (known) return known;
      const image = new Image();
      image.crossOrigin = crossOriginFor(src) ?? null;
      image.src = src;
      return image;
    });
  }, [photos, index, count]);
}
