import type { PhotoSequence } from '#contract/limits.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { DEFAULT_TABLET_SETTINGS, type TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { isRecord } from '../records.ts';
import { inRound, slidesInOrder } from '../slideshow/slideList.ts';
import { type ClockReading, type Slideshow, waitLeftMs } from '../slideshow/slideshow.ts';
import { tabletSettingsFrom } from '../tablets/tabletSettings.ts';

type Followed = 'order' | 'fit' | 'caption' | 'date' | 'hours' | 'locale' | 'programme' | 'place' | 'transitions';

/** The settings of a tablet that the page for old tablets follows. */
export interface OldTabletSettings extends Pick<TabletSettings, Followed> {
  slideMs: number;
  startsWith: 'photos' | 'clock';
  /** Null: all photos that the key may see. */
  albumId: string | null;
}

/** Whether the browser can write dates in other languages; one that cannot mixes them up with its own. */
type Languages = 'all' | 'English';

/** The settings in the body of a response; missing or wrong ones get the defaults of a new tablet. */
export function oldTabletSettings(body: unknown, languages: Languages): OldTabletSettings {
  const settings = tabletSettingsFrom(isRecord(body) ? body.settings : undefined);
  const { order, fit, caption, date, hours, programme, place, transitions, startsWith, startsWithAlbumId } = settings;
  return {
    order,
    fit,
    caption,
    date,
    hours,
    programme,
    place,
    transitions,
    locale: languages === 'all' ? settings.locale : DEFAULT_TABLET_SETTINGS.locale,
    slideMs: settings.secondsPerPhoto * 1_000,
    startsWith: startsWith === 'clock' ? 'clock' : 'photos',
    albumId: startsWith === 'slideshow' ? startsWithAlbumId : null,
  };
}

/** Whether the photo on screen was shown for long enough, or the pause after a broken one is over. */
export function isTimeForNext(state: Slideshow, now: ClockReading, slideMs: number): boolean {
  if (state.isPaused) return false;
  if (state.phase !== 'shown' || !state.since) return waitLeftMs(state, now) === 0;
  // The longer of the two times counts: one clock may have stood still, the other may have been set back.
  return Math.max(now.monotonicMs - state.since.monotonicMs, now.wallMs - state.since.wallMs) >= slideMs;
}

interface Round {
  order: PhotoSequence;
  /** The calendar day of the tablet, as `dayOf` writes it. */
  today: string;
  /** The number from which all shuffled rounds follow. */
  seed: number;
  round: number;
}

/** The photos of one round in the order of the settings, one by one: like the app's slideshow without pairs. */
export function photosInRound(photos: readonly Photo[], { order, today, seed, round }: Round): Photo[] {
  const slides = slidesInOrder(photos, { order, pairs: false, today });
  const shown = order === 'shuffle' ? inRound(slides, seed + round) : slides;
  return shown.map(([photo]) => photo);
}
