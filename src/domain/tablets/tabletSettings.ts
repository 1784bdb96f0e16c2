import { RULE_SHOWS, RULES } from '#contract/programme.ts';
import { DEFAULT_TABLET_SETTINGS } from '#contract/tablets.ts';
import { PHOTO_SEQUENCES, RETURN_AFTER_SECONDS, SECONDS_PER_PHOTO } from '#contract/limits.ts';
import type { TabletSettings, EarlierNight, Place, Rule } from '#contract/schemas/tabletSettings.ts';
import { recordOf, isRecord } from '../records.ts';

/**
 * Settings from a disk or from the network, with the default for every field that is absent or unknown to this version,
 * so that a tablet with an older version still uses all others.
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

// A programme in the form that disks and devices store. The page for old tablets reads it too, whose browsers lack
// `find`.

const TIME = /^(([01]\d|2[0-3]):[0-5]\d|sunrise|sunset)$/;
const DAY_OF_YEAR = /^\d\d-\d\d$/;

/**
 * The programme in stored settings, without the rules that this version does not understand. Versions before programmes
 * stored the night's setting, which becomes a rule.
 */
export function programmeFrom(stored: Record<string, unknown>): Pick<TabletSettings, 'programme' | 'place'> {
  const place = isPlace(stored.place) ? stored.place : null;
  const given: unknown[] = Array.isArray(stored.programme) ? stored.programme : [];
  const programme = given.filter((rule) => isRule(rule)).slice(0, RULES.max);
  return given.length > 0 ? { programme, place } : (programmeOfNight(stored.night) ?? { programme, place });
}

function programmeOfNight(night: unknown): Pick<TabletSettings, 'programme' | 'place'> | undefined {
  if (!isRecord(night) || (night.shows !== 'clock' && night.shows !== 'black')) return undefined;
  const shows = night.shows === 'clock' ? 'dark-clock' : 'black';
  if (night.by === 'sun') {
    const place = { latitude: night.latitude, longitude: night.longitude };
    return isPlace(place) ? { programme: [{ from: 'sunset', to: 'sunrise', shows }], place } : undefined;
  }
  const { from, to } = night;
  // A night that ended when it began was no night.
  if (night.by !== 'time' || !isTime(from) || !isTime(to) || from === to) return undefined;
  return { programme: [{ from, to, shows }], place: null };
}

/**
 * The night of a programme, for walls with a version before programmes: its first rule that makes the wall dark on all
 * days. Undefined where there is none.
 */
export function earlierNight({
  programme,
  place,
}: Pick<TabletSettings, 'programme' | 'place'>): EarlierNight | undefined {
  for (const { days, dates, from, to, shows } of programme) {
    if ((shows !== 'dark-clock' && shows !== 'black') || days || dates || from === undefined || to === undefined)
      continue;
    const dark = shows === 'black' ? 'black' : 'clock';
    if (from === 'sunset' && to === 'sunrise' && place) return { shows: dark, by: 'sun', ...place };
    if (/^\d/.test(from) && /^\d/.test(to)) return { shows: dark, by: 'time', from, to };
  }
  return undefined;
}

function isPlace(value: unknown): value is Place {
  return isRecord(value) && typeof value.latitude === 'number' && typeof value.longitude === 'number';
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && TIME.test(value);
}

function isRule(value: unknown): value is Rule {
  if (!isRecord(value)) return false;
  const { days, dates, from, to, shows, albumIds, dim } = value;
  const known: readonly unknown[] = RULE_SHOWS;
  return (
    known.indexOf(shows) !== -1 &&
    (days === undefined || (Array.isArray(days) && days.every((day) => typeof day === 'number'))) &&
    (dates === undefined || (isRecord(dates) && isDayOfYear(dates.from) && isDayOfYear(dates.to))) &&
    ((from === undefined && to === undefined) || (isTime(from) && isTime(to))) &&
    (albumIds === undefined || (Array.isArray(albumIds) && albumIds.every((id) => typeof id === 'string'))) &&
    (dim === undefined || (typeof dim === 'number' && dim >= 0 && dim <= RULES.mostDim))
  );
}

function isDayOfYear(value: unknown): boolean {
  return typeof value === 'string' && DAY_OF_YEAR.test(value);
}
