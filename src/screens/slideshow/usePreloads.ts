import { useCallback, useEffect, useRef } from 'react';
import { imageUrl } from '../../api/imageUrls.ts';
import type { Photo } from '../../contract/entities.ts';
import { neighbours } from '../../domain/slideshow.ts';
import { setSource } from './crossFade.ts';

/**
 * Keeps the photos around the current one at hand, four image elements at most: with the two layers and the backdrop
 * no more than seven live. What is no longer wanted lets go of its picture at once, loaded or not.
 */
export function usePreloads(): (photos: readonly Photo[], index: number) => void {
  const images = useRef(new Map<string, HTMLImageElement>());
  useEffect(() => {
    const held = images.current;
    return () => keepOnly(held, []);
  }, []);

  return useCallback((photos, index) => {
    const around = neighbours({ count: photos.length, index }).flatMap((at) => photos[at] ?? []);
    const wanted = around.map((photo) => imageUrl(photo, 'medium'));
    keepOnly(images.current, wanted);
    for (const src of wanted) {
      if (images.current.has(src)) continue;
      const image = new Image();
      images.current.set(src, image);
      setSource(image, src);
    }
  }, []);
}

function keepOnly(images: Map<string, HTMLImageElement>, wanted: readonly string[]): void {
  for (const [src, image] of images) {
    if (wanted.includes(src)) continue;
    image.removeAttribute('src');
    images.delete(src);
  }
}
