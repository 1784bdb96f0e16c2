import { RULE_SHOWS, RULES } from '#contract/programme/programme.ts';
import {
  DEFAULT_TABLET_SETTINGS,
  type SettingName,
  type SettingRow,
  TABLET_SETTINGS,
  type TabletSettings,
} from '#contract/tablets/tabletSettings.ts';
import type { EarlierNight, Place, Rule } from '#contract/programme/schemas.ts';
import { recordOf, isRecord } from '../records.ts';

/**
 * Reads settings from a disk or from the network. A field that is absent or unknown to this version gets its default,
 * so that a tablet with an older version still uses all others.
 */
export function tabletSettingsFrom(stored: unknown): TabletSettings {
  const given = recordOf(stored);
  const settings = { ...DEFAULT_TABLET_SETTINGS, ...programmeFrom(given) };
  for (const name in TABLET_SETTINGS) if (isName(name)) take(settings, name, given[name]);
  return settings;
}

function isName(name: string): name is SettingName {
  return name in TABLET_SETTINGS;
}

/** Takes over one setting if its value is one that the table allows. */
function take<Name extends SettingName>(settings: Record<Name, unknown>, name: Name, value: unknown): void {
  if (isSetting(name, value)) settings[name] = value;
}

function isSetting<Name extends SettingName>(name: Name, value: unknown): value is TabletSettings[Name] {
  const row: SettingRow = TABLET_SETTINGS[name];
  // An id; the place is read with the programme.
  if (row === null) return name !== 'place' && typeof value === 'string';
  if (typeof row !== 'object') return typeof value === typeof row;
  if ('default' in row) return typeof value === 'number' && value >= (row.minStored ?? row.min) && value <= row.max;
  const known: readonly unknown[] = row;
  // Without `includes`, which the browsers of the page for old tablets lack.
  return known.indexOf(value) !== -1;
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
