import type { Place } from '#contract/schemas/tabletSettings.ts';

/** The altitude of the sun's centre at sunrise and sunset: below 0 by half the sun's width and the air's refraction. */
export const SUNSET_DEGREES = -0.833;

const DAY_MS = 86_400_000;
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
