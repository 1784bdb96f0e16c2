import { DEFAULT_TABLET_SETTINGS } from '#contract/tablets.ts';
import { PHOTO_SEQUENCES, RETURN_AFTER_SECONDS, SECONDS_PER_PHOTO } from '#contract/limits.ts';
import type { TabletSettings } from '#contract/schemas/tabletSettings.ts';
import { recordOf } from '../records.ts';
import { programmeFrom } from './storedProgramme.ts';

/**
 * Settings from a disk or from the network, with the default in place of every field that is absent or that this
 * version does not understand: a tablet that runs an older version goes on with all others.
 */
export function tabletSettingsFrom(stored: unknown): TabletSettings {
  const given = recordOf(stored);
  const defaults = DEFAULT_TABLET_SETTINGS;
  const { startsWithAlbumId, returnAfterSeconds, secondsPerPhoto, locale, guestShareId } = given;
  return {
    startsWith: oneOf(['home', 'clock', 'slideshow'], given.startsWith) ?? defaults.startsWith,
    startsWithAlbumId: typeof startsWithAlbumId === 'string' ? startsWithAlbumId : defaults.startsWithAlbumId,
    returnAfterSeconds: isWait(returnAfterSeconds) ? returnAfterSeconds : defaults.returnAfterSeconds,
    secondsPerPhoto: isDuration(secondsPerPhoto) ? secondsPerPhoto : defaults.secondsPerPhoto,
    order: oneOf(PHOTO_SEQUENCES, given.order) ?? defaults.order,
    shuffleBy: oneOf(['photos', 'albums', 'years'], given.shuffleBy) ?? defaults.shuffleBy,
    fit: oneOf(['contain', 'cover'], given.fit) ?? defaults.fit,
    pairs: flag(given.pairs) ?? defaults.pairs,
    caption: flag(given.caption) ?? defaults.caption,
    date: flag(given.date) ?? defaults.date,
    clockOverlay: flag(given.clockOverlay) ?? defaults.clockOverlay,
    countdown: flag(given.countdown) ?? defaults.countdown,
    hours: oneOf([12, 24], given.hours) ?? defaults.hours,
    locale: typeof locale === 'string' ? locale : defaults.locale,
    ...programmeFrom(given),
    transitions: flag(given.transitions) ?? defaults.transitions,
    guestShareId: typeof guestShareId === 'string' ? guestShareId : defaults.guestShareId,
  };
}

function oneOf<const Value>(values: readonly Value[], given: unknown): Value | undefined {
  const known: readonly unknown[] = values;
  // Without `find`, which the browsers of the page for old tablets lack.
  return values[known.indexOf(given)];
}

function flag(given: unknown): boolean | undefined {
  return typeof given === 'boolean' ? given : undefined;
}

function isDuration(value: unknown): value is number {
  return typeof value === 'number' && value >= 1 && value <= SECONDS_PER_PHOTO.max;
}

function isWait(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= RETURN_AFTER_SECONDS.max;
}
