import type { Photo } from '#contract/photos/schemas.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { leastStayMs } from '#domain/clips/playing.ts';
import { playClip } from '#src/wall/clips/clipPlayer.ts';

/** Stands for ClipLayer.later.tsx. */
export function beginClip(photo: Photo, { clips, fit }: TabletSettings): () => void {
  const plays = leastStayMs([photo], { clips, reducesMotion: false }) !== undefined;
  return plays ? playClip(document.createElement('span'), { photo, fit }) : () => undefined;
}
