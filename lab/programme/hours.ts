import type { Place, Rule } from '#contract/programme/schemas.ts';

/** A time in which the clock does not change; all in milliseconds, the offset being what the wall is ahead of UTC. */
export interface Stretch {
  from: number;
  to: number;
  offset: number;
}

/** The stretches of time in which a rule fits, by their beginnings; an end does not belong to its stretch. */
export type Hours = (readonly [from: number, to: number])[];

const DAY_MS = 86_400_000;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Lists the hours of one rule, from day to day. */
export function hoursOf(rule: Rule, { stretches, suns }: { stretches: Stretch[]; suns: SunTimes[] }): Hours {
  const sunOf = new Map(suns.map((sun) => [sun.date, sun]));
  const first = Math.floor(((stretches[0]?.from ?? 0) + (stretches[0]?.offset ?? 0)) / DAY_MS) - 1;
  const last = (stretches.at(-1)?.to ?? 0) / DAY_MS + 1;
  const hours: Hours = [];
  for (let day = first; day <= last; day += 1) {
    if (!isDayOf(rule, dateOf(day))) continue;
    for (const { from, to, offset } of stretches) {
      const startOf = (ofDay: number) => ofDay * DAY_MS - offset;
      const instantOf = (time: string, ofDay: number) => {
        if (time === 'sunrise' || time === 'sunset') return sunOf.get(dateOf(ofDay))?.[time];
        const [hour = 0, minute = 0] = time.split(':').map(Number);
        return startOf(ofDay) + (hour * 60 + minute) * 60_000;
      };
      for (const [begins, ends] of partsOf(rule, day, { startOf, instantOf })) {
        const part = [Math.max(begins, from), Math.min(ends, to)] as const;
        if (part[0] < part[1]) hours.push(part);
      }
    }
  }
  return hours.toSorted((one, other) => one[0] - other[0]);
}

/** A rule of one day, before and after the midnight that ends it. */
function partsOf(
  { from, to }: Rule,
  day: number,
  of: { startOf: (day: number) => number; instantOf: (time: string, day: number) => number | undefined },
): Hours {
  const [today, tomorrow, end] = [of.startOf(day), of.startOf(day + 1), of.startOf(day + 2)];
  if (from === undefined || to === undefined || from === to) return [[today, tomorrow]];
  const begins = of.instantOf(from, day);
  if (begins === undefined) return [];
  if (!passesMidnight(from, to)) {
    const ends = of.instantOf(to, day);
    return ends === undefined ? [] : [[Math.max(begins, today), Math.min(ends, tomorrow)]];
  }
  const ends = of.instantOf(to, day + 1);
  const before = [Math.max(begins, today), tomorrow] as const;
  return ends === undefined ? [before] : [before, [Math.max(begins, tomorrow), Math.min(ends, end)]];
}

/** By the clock: a sunrise is somewhere before noon, a sunset after it, and a rule of which both orders may be has one day. */
function passesMidnight(from: string, to: string): boolean {
  const begins = from === 'sunset' ? '12:00' : from === 'sunrise' ? '00:00' : from;
  const ends = to === 'sunset' ? '24:00' : to === 'sunrise' ? '12:00' : to;
  return begins >= ends;
}

export function isInHours(hours: Hours, at: number): boolean {
  // The last that has begun, found by halves; hours of one rule do not lie over each other.
  let [low, high] = [0, hours.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hours[middle]?.[0] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return at < (hours[low - 1]?.[1] ?? 0);
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function isDayOf({ days, dates }: Rule, date: string): boolean {
  const weekday = new Date(`${date}T12:00:00Z`).toUTCString().slice(0, 3);
  if (days && !days.some((day) => WEEKDAYS[day - 1] === weekday)) return false;
  if (!dates) return true;
  const here = date.slice(5);
  if (dates.from <= dates.to) return dates.from <= here && here <= dates.to;
  return !(dates.to < here && here < dates.from);
}

/** The sun's times on one date of the place, in milliseconds since 1970. */
interface SunTimes {
  date: string;
  noon: number;
  sunrise?: number;
  sunset?: number;
  /** False on the days around those on which the sun does not rise, or not set. */
  isSure: boolean;
}

const RADIANS = Math.PI / 180;
const sine = (degrees: number) => Math.sin(degrees * RADIANS);
const cosine = (degrees: number) => Math.cos(degrees * RADIANS);
const tangent = (degrees: number) => Math.tan(degrees * RADIANS);
const DEGREES_AT_SUNRISE = 90.833;

/** By the equations of NOAA's solar calculator: the equation of time and the declination, from Julian centuries. */
export function sunTimes(place: Place, year: number): SunTimes[] {
  const found: SunTimes[] = [];
  for (let midnight = Date.UTC(year, 0, -1); midnight < Date.UTC(year + 1, 0, 4); midnight += DAY_MS) {
    const noon = settle(midnight + DAY_MS / 2 - place.longitude * 240_000, (at) => noonNear(midnight, at, place));
    const cosines: number[] = [];
    const timeOf = (side: 1 | -1) =>
      settle(noon, (at) => {
        const { declination } = solar(at);
        const hour =
          cosine(DEGREES_AT_SUNRISE) / (cosine(place.latitude) * cosine(declination)) -
          tangent(place.latitude) * tangent(declination);
        cosines.push(hour);
        const angle = Math.acos(Math.max(-1, Math.min(1, hour))) / RADIANS;
        return noonNear(midnight, at, place) + side * angle * 240_000;
      });
    const [sunrise, sunset] = [timeOf(-1), timeOf(1)];
    const rises = cosines.every((hour) => Math.abs(hour) < 1);
    const date = new Date(midnight).toISOString().slice(0, 10);
    const isSure = cosines.every((hour) => Math.abs(Math.abs(hour) - 1) > 0.04);
    found.push({ date, noon, isSure, ...(rises ? { sunrise, sunset } : {}) });
  }
  return found;
}

function settle(first: number, next: (at: number) => number): number {
  let at = first;
  for (let round = 0; round < 4; round += 1) at = next(at);
  return at;
}

function noonNear(midnight: number, at: number, { longitude }: Place): number {
  return midnight + (720 - 4 * longitude - solar(at).equationOfTime) * 60_000;
}

function solar(at: number): { declination: number; equationOfTime: number } {
  const century = (at / DAY_MS + 2_440_587.5 - 2_451_545) / 36_525;
  const meanLongitude = (280.46646 + century * (36_000.76983 + century * 0.0003032)) % 360;
  const anomaly = 357.52911 + century * (35_999.05029 - 0.0001537 * century);
  const eccentricity = 0.016708634 - century * (0.000042037 + 0.0000001267 * century);
  const centre =
    sine(anomaly) * (1.914602 - century * (0.004817 + 0.000014 * century)) +
    sine(2 * anomaly) * (0.019993 - 0.000101 * century) +
    sine(3 * anomaly) * 0.000289;
  const node = 125.04 - 1_934.136 * century;
  const longitude = meanLongitude + centre - 0.00569 - 0.00478 * sine(node);
  const obliquity = 23.439291 - 0.0130042 * century + 0.00256 * cosine(node);
  const declination = Math.asin(sine(obliquity) * sine(longitude)) / RADIANS;
  const half = tangent(obliquity / 2) ** 2;
  const equation =
    half * sine(2 * meanLongitude) -
    2 * eccentricity * sine(anomaly) +
    4 * eccentricity * half * sine(anomaly) * cosine(2 * meanLongitude) -
    0.5 * half * half * sine(4 * meanLongitude) -
    1.25 * eccentricity * eccentricity * sine(2 * anomaly);
  return { declination, equationOfTime: (4 * equation) / RADIANS };
}
