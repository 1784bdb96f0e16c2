import type { SlideLayer } from '#src/shared/slideshow/useSlideshow.ts';
import { clips } from './clips/index.ts';

/** The layers over photos of the slideshow, by subject. Its code is loaded with the first slide that needs it. */
export const SLIDE_LAYERS: Readonly<Record<string, SlideLayer>> = {
  clips,
};
