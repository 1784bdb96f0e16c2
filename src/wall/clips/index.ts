import { leastStayMs } from '#domain/clips/playing.ts';
import type { SlideLayer } from '#src/shared/slideshow/useSlideshow.ts';
import { lazyPart } from '#src/shared/ui/lazyPart.ts';

/** Created once: Chromium keeps every query that was ever made. Undefined where there is no screen. */
const stillness =
  typeof window.matchMedia === 'function' ? window.matchMedia('(prefers-reduced-motion: reduce)') : undefined;

/** Whether this browser can tell that a frame was drawn: without that, no clip would ever count as started. */
function seesFrames(): boolean {
  return 'requestVideoFrameCallback' in HTMLVideoElement.prototype;
}

/** The clip of a photo that stands alone, over its still. */
export const clips: SlideLayer = {
  leastStayMs: (slide, settings) =>
    seesFrames()
      ? leastStayMs(slide, { clips: settings.clips, reducesMotion: stillness?.matches === true })
      : undefined,
  Part: lazyPart(async () => (await import('./ClipLayer.later.tsx')).ClipLayer),
};
