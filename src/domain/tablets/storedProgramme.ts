import { RULE_SHOWS, RULES } from '#contract/programme.ts';
import type { EarlierNight, Place, Rule, TabletSettings } from '#contract/schemas/tabletSettings.ts';
import { isRecord } from '../records.ts';

// A programme as disks and devices have stored it. The page for old tablets reads it too, whose browsers lack `find`.

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
  // From a time to the same time was no night at all.
  if (night.by !== 'time' || !isTime(from) || !isTime(to) || from === to) return undefined;
  return { programme: [{ from, to, shows }], place: null };
}

/**
 * The night of a programme, for walls that still run a version without programmes: its first rule that makes the wall dark
 * on all days. Undefined where there is none.
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
