import type { Photo } from '#contract/photos/schemas.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { beginClip } from '../../clips/walls/clipLayer.ts';

/** Begins a layer over a photo that has just come on screen. Returns its end. */
type BeginLayer = (photo: Photo, settings: TabletSettings) => () => void;

/** The layers over photos of the slideshow, by subject, without the components that are around them in the app. */
export const LAYERS: Readonly<Record<string, BeginLayer>> = {
  clips: beginClip,
};
