import { CLIP_BOUNDS } from '#contract/clips/clips.ts';

/** The facts about a video that decide whether it can be a clip. */
export interface VideoFacts {
  /** The name that browsers have for it, such as `avc1.64001f`; null where it is not known. */
  codec: string | null;
  seconds: number;
  width: number;
  height: number;
  frames: number;
  /** The bytes of the video track alone. */
  bytes: number;
}

/** Baseline, main, extended and high: eight bits for a colour, and a quarter of the pixels for colours (yuv420p). */
const SHOWN_EVERYWHERE = /^avc[13]\.(?:42|4d|58|64)/i;
/** Cameras give 30 frames a second a little more or less. */
const FRAMES_TOLERANCE = 1.02;
/** The last frame of a video of 30 seconds may stand a little longer. */
const SECONDS_TOLERANCE = 0.1;

/** Why a video cannot be a clip as it is; undefined for one that can. */
export function beyondBounds({ codec, seconds, width, height, frames, bytes }: VideoFacts): string | undefined {
  if (codec === null || !SHOWN_EVERYWHERE.test(codec)) return 'not H.264 as every tablet plays it';
  if (frames < 1 || !(seconds > 0) || width < 1 || height < 1) return 'without frames';
  if (seconds > CLIP_BOUNDS.seconds + SECONDS_TOLERANCE) return `longer than ${CLIP_BOUNDS.seconds} seconds`;
  if (Math.max(width, height) > CLIP_BOUNDS.longSide) return `wider or higher than ${CLIP_BOUNDS.longSide} pixels`;
  // A single frame has no rate.
  if (frames > 1 + seconds * CLIP_BOUNDS.framesPerSecond * FRAMES_TOLERANCE) {
    return `more than ${CLIP_BOUNDS.framesPerSecond} frames a second`;
  }
  return bytes > CLIP_BOUNDS.bytes ? `larger than ${CLIP_BOUNDS.bytes / 1024 / 1024} MB` : undefined;
}

/** The sentence for a video that is not stored, while its photo is. */
export function clipRefusedText(why?: string): string {
  const reason = why === undefined ? '' : ` (${why})`;
  return `This is a video that cannot be shown${reason}: its photo stands still`;
}
