import type { Place, Rule } from '#contract/programme/schemas.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';

// Decides which rule of a tablet's programme applies at a moment, by the wall clock alone: it does not matter whether
// the device was off, its clock was set, or the hour changed in between. The page for old tablets runs this too, whose
// browsers lack `find` and everything newer.

/** A moment in milliseconds since 1970, and the wall clock's time at that moment, as if it were in UTC. */
export interface Moment {
  atMs: number;
  wallMs: number;
}

/** The time for which the wall is shown undimmed after a touch. */
export const AWAKE_MS = 2 * 60_000;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const NOON_MS = DAY_MS / 2;
const MS_PER_DEGREE = DAY_MS / 360;
/** In minutes of the day: a sunrise comes before noon, a sunset after it. */
const NOON = 12 * 60;
const MIDNIGHT = 24 * 60;
/** The days of a month here, since only the order of dates matters. */
const MONTH = 31;

/** A moment by the clock and the zone of this device. */
export function momentOf(now: Date): Moment {
  const day = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const inDay = ((now.getHours() * 60 + now.getMinutes()) * 60 + now.getSeconds()) * 1_000 + now.getMilliseconds();
  return { atMs: now.getTime(), wallMs: day + inDay };
}

type Programme = Pick<TabletSettings, 'programme' | 'place'>;

/** The rule that applies: the first that fits; undefined where none does. */
export function ruleAt(programme: Programme, moment: Moment): Rule | undefined {
  // oxlint-disable-next-line unicorn/prefer-array-find -- old tablets lack it
  return programme.programme.filter((rule) => ruleFits(rule, programme.place, moment))[0];
}

export function isDarkRule({ shows }: Pick<Rule, 'shows'>): boolean {
  return shows === 'black' || shows === 'dark-clock';
}

/** The rule for the wall itself, which a dark rule covers. */
export function wallRuleAt({ programme, place }: Programme, moment: Moment): Rule | undefined {
  return ruleAt({ programme: programme.filter((rule) => !isDarkRule(rule)), place }, moment);
}

function ruleFits(rule: Rule, place: Place | null, moment: Moment): boolean {
  const { from, to } = rule;
  const today = Math.floor(moment.wallMs / DAY_MS);
  if (from === undefined || to === undefined || from === to) return isOn(rule, today);
  const hasCome = (time: string, day: number) => timeHasCome(time, day, { place, moment });
  const passesMidnight = earliest(from) >= latest(to);
  if (isOn(rule, today) && hasCome(from, today) && (passesMidnight || hasCome(to, today) === false)) return true;
  return passesMidnight && isOn(rule, today - 1) && hasCome(from, today - 1) === true && hasCome(to, today) === false;
}

/** Whether a rule that begins on a day belongs to it. */
function isOn({ days, dates }: Rule, day: number): boolean {
  const date = new Date(day * DAY_MS);
  // Sunday is the last day of the week.
  if (days && days.indexOf(date.getUTCDay() || 7) === -1) return false;
  if (!dates) return true;
  const here = date.getUTCMonth() * MONTH + date.getUTCDate();
  const [first, last] = [placeInYear(dates.from), placeInYear(dates.to)];
  return first <= last ? here >= first && here <= last : here >= first || here <= last;
}

function placeInYear(monthAndDay: string): number {
  return (Number(monthAndDay.slice(0, 2)) - 1) * MONTH + Number(monthAndDay.slice(3));
}

function earliest(time: string): number {
  return time === 'sunset' ? NOON : time === 'sunrise' ? 0 : minuteOf(time);
}

function latest(time: string): number {
  return time === 'sunset' ? MIDNIGHT : time === 'sunrise' ? NOON : minuteOf(time);
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** Undefined on a day on which the sun does not rise, or set. */
function timeHasCome(time: string, day: number, { place, moment }: { place: Place | null; moment: Moment }) {
  const { atMs, wallMs } = moment;
  if (time !== 'sunrise' && time !== 'sunset') return wallMs >= day * DAY_MS + minuteOf(time) * MINUTE_MS;
  if (!place) return undefined;
  const toNoonHere = NOON_MS - place.longitude * MS_PER_DEGREE;
  const noonOnWall = atMs + day * DAY_MS + NOON_MS - wallMs;
  // The sun's own noon that is nearest to the clock's, to a quarter of an hour: it only decides where each half of the
  // day ends.
  const noon = Math.round((noonOnWall - toNoonHere) / DAY_MS) * DAY_MS + toNoonHere;
  const isUp = (at: number) => sunElevation(at, place) >= SUNSET_DEGREES;
  const midnight = time === 'sunrise' ? noon - NOON_MS : noon + NOON_MS;
  if (!isUp(noon) || isUp(midnight)) return undefined;
  if (time === 'sunrise') return atMs >= noon || (atMs > midnight && isUp(atMs));
  return atMs >= midnight || (atMs > noon && !isUp(atMs));
}

/** The altitude of the sun's centre at sunrise and sunset: below 0 by half the sun's width and the air's refraction. */
export const SUNSET_DEGREES = -0.833;

const DAYS_FROM_1970_TO_NOON_OF_2000 = 10_957.5;
/** The tilt of the Earth's axis in these decades. */
const OBLIQUITY = 23.436;
const RADIANS = Math.PI / 180;
const sine = (degrees: number) => Math.sin(degrees * RADIANS);
const cosine = (degrees: number) => Math.cos(degrees * RADIANS);

/**
 * Returns the altitude of the sun in degrees, at a moment in milliseconds since 1970. It is the low-precision formula
 * of the Astronomical Almanac, good to 0.02 degrees, which are five seconds of time, until 2060. The names are the
 * usual ones of astronomy.
 */
export function sunElevation(timeMs: number, { latitude, longitude }: Place): number {
  const days = timeMs / DAY_MS - DAYS_FROM_1970_TO_NOON_OF_2000;
  const anomaly = 357.528 + 0.9856003 * days;
  const eclipticLongitude = 280.46 + 0.9856474 * days + 1.915 * sine(anomaly) + 0.02 * sine(2 * anomaly);
  const rightAscension = Math.atan2(cosine(OBLIQUITY) * sine(eclipticLongitude), cosine(eclipticLongitude)) / RADIANS;
  const sineOfDeclination = sine(OBLIQUITY) * sine(eclipticLongitude);
  const cosineOfDeclination = Math.sqrt(1 - sineOfDeclination ** 2);
  const siderealTime = 280.46062 + 360.98564737 * days;
  const hourAngle = siderealTime + longitude - rightAscension;
  const sineOfElevation =
    sine(latitude) * sineOfDeclination + cosine(latitude) * cosineOfDeclination * cosine(hourAngle);
  return Math.asin(Math.max(-1, Math.min(1, sineOfElevation))) / RADIANS;
}
