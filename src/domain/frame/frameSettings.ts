import { SLIDE_INTERVAL_MS } from '../../contract/limits.ts';
import { isRecord } from '../records.ts';
import { type ClockReading, type Slideshow, waitLeftMs } from '../slideshow/slideshow.ts';

/** What the page for old tablets follows of a tablet's settings. */
export interface FrameSettings {
  slideMs: number;
  hours: 12 | 24;
  startsWith: 'photos' | 'clock';
  /** Null: all photos that the key may see. */
  albumId: string | null;
}

const LONGEST_SECONDS = 86_400;

/** The settings in the body of a response; whatever is missing or wrong there is as on a new tablet. */
export function frameSettings(body: unknown): FrameSettings {
  const settings = isRecord(body) && isRecord(body.settings) ? body.settings : {};
  const { secondsPerPhoto, hours, startsWith, startsWithAlbumId } = settings;
  const isTime = typeof secondsPerPhoto === 'number' && secondsPerPhoto >= 1 && secondsPerPhoto <= LONGEST_SECONDS;
  return {
    slideMs: isTime ? secondsPerPhoto * 1_000 : SLIDE_INTERVAL_MS,
    hours: hours === 24 ? 24 : 12,
    startsWith: startsWith === 'clock' ? 'clock' : 'photos',
    albumId: startsWith === 'slideshow' && typeof startsWithAlbumId === 'string' ? startsWithAlbumId : null,
  };
}

/** Whether the photo on screen has had its time, or the pause after a broken one is over. */
export function isTimeForNext(state: Slideshow, now: ClockReading, slideMs: number): boolean {
  if (state.phase !== 'shown' || !state.since) return waitLeftMs(state, now) === 0;
  // The longer of the two times counts: one clock may have stood still, the other may have been set back.
  return Math.max(now.monotonicMs - state.since.monotonicMs, now.wallMs - state.since.wallMs) >= slideMs;
}
