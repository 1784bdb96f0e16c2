import { useCallback, useRef } from 'react';
import { imageUrl } from '#src/api/imageUrls.ts';
import type { Slide } from '#domain/slideshow/slideList.ts';
import { setSource } from './crossFade.ts';

/**
 * Loads the photos around the current ones ahead, into four image elements at most (with the two layers and the backdrop
 * there are seven; pairs of photos take twice as many). They are used again and again: Chromium never frees an image
 * element whose source was removed (the document's MediaQueryMatcher holds it), and new elements would add two each
 * slide, for months.
 */
export function usePreloads(): (slides: readonly Slide[]) => void {
  const images = useRef<HTMLImageElement[]>([]);

  return useCallback((slides) => {
    const wanted = slides.flatMap((slide) => slide.map((photo) => imageUrl(photo, 'medium')));
    const held = images.current.map((image) => image.getAttribute('src'));
    const free = images.current.filter((image) => !wanted.includes(image.getAttribute('src') ?? ''));
    for (const src of wanted) {
      if (held.includes(src)) continue;
      const image = free.pop() ?? new Image();
      setSource(image, src);
      if (!images.current.includes(image)) images.current.push(image);
    }
  }, []);
}
