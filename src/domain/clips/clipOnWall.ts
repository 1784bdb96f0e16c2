import type { Clip } from '#contract/clips/schemas.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';

/** The time within which the first frame of a clip has to be there; after it the photo stands still. */
export const CLIP_STARTS_WITHIN_MS = 1_000;

interface Slide {
  clip: Pick<Clip, 'seconds'> | undefined;
  /** Two photos side by side stand still. */
  isPair: boolean;
}

interface Wall extends Pick<TabletSettings, 'clips'> {
  /** The person, or the device, wants less motion. */
  reducesMotion: boolean;
}

/** Whether the clip of a slide plays once it is there. */
export function playsClip({ clip, isPair }: Slide, { clips, reducesMotion }: Wall): boolean {
  return clip !== undefined && !isPair && clips === 'once' && !reducesMotion;
}

/** The time for which a slide stands: as set, and at least until its clip has been played. */
export function slideMs(slide: Slide, wall: Wall & Pick<TabletSettings, 'secondsPerPhoto'>): number {
  const ms = wall.secondsPerPhoto * 1_000;
  const clipMs = playsClip(slide, wall) ? (slide.clip?.seconds ?? 0) * 1_000 : 0;
  return Math.max(ms, clipMs === 0 ? 0 : CLIP_STARTS_WITHIN_MS + clipMs);
}

/** `still`: the photo alone; `loading`: the clip has no frame yet, and the photo stands over it; `playing`: the clip is seen. */
export type ClipPhase = 'still' | 'loading' | 'playing';

export type ClipEvent =
  /** The slide is on screen, and its clip is to be played. */
  | 'shown'
  | 'first-frame'
  | 'ended'
  | 'failed'
  /** The clip has had its time to begin. */
  | 'late'
  | 'left';

/** The next phase of a slide with a clip: a clip plays once, and whatever fails is a still. */
export function afterClipEvent(phase: ClipPhase, event: ClipEvent): ClipPhase {
  if (event === 'shown') return 'loading';
  if (event === 'first-frame') return phase === 'loading' ? 'playing' : phase;
  if (event === 'late') return phase === 'loading' ? 'still' : phase;
  return 'still';
}
