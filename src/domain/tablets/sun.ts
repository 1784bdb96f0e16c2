/** A place on Earth in degrees, north and east positive. */
export interface Place {
  latitude: number;
  longitude: number;
}

/** Where the centre of the sun is at sunrise and sunset: half the sun's width and the air's refraction below 0. */
export const SUNSET_DEGREES = -0.833;

const DAY_MS = 86_400_000;
const RADIANS = Math.PI / 180;
const sine = (degrees: number) => Math.sin(degrees * RADIANS);
const cosine = (degrees: number) => Math.cos(degrees * RADIANS);

/**
 * How high the sun stands over the horizon, in degrees, at a moment in milliseconds since 1970: the equations of NOAA's
 * solar calculator, good to a minute of time between the polar circles. The names are the usual ones of astronomy.
 */
export function sunElevation(timeMs: number, { latitude, longitude }: Place): number {
  const centuries = (timeMs / DAY_MS + 2_440_587.5 - 2_451_545) / 36_525;
  const meanLongitude = 280.46646 + centuries * (36_000.76983 + centuries * 0.0003032);
  const anomaly = 357.52911 + centuries * (35_999.05029 - 0.0001537 * centuries);
  const eccentricity = 0.016708634 - centuries * (0.000042037 + 0.0000001267 * centuries);
  const centre =
    sine(anomaly) * (1.914602 - centuries * (0.004817 + 0.000014 * centuries)) +
    sine(2 * anomaly) * (0.019993 - 0.000101 * centuries) +
    sine(3 * anomaly) * 0.000289;
  const node = 125.04 - 1_934.136 * centuries;
  const apparentLongitude = meanLongitude + centre - 0.00569 - 0.00478 * sine(node);
  const obliquity = 23.439291 - 0.0130042 * centuries + 0.00256 * cosine(node);
  const sineOfDeclination = sine(obliquity) * sine(apparentLongitude);
  const cosineOfDeclination = Math.sqrt(1 - sineOfDeclination ** 2);

  const y = Math.tan((obliquity / 2) * RADIANS) ** 2;
  const equationOfTimeDegrees =
    (y * sine(2 * meanLongitude) -
      2 * eccentricity * sine(anomaly) +
      4 * eccentricity * y * sine(anomaly) * cosine(2 * meanLongitude) -
      0.5 * y ** 2 * sine(4 * meanLongitude) -
      1.25 * eccentricity ** 2 * sine(2 * anomaly)) /
    RADIANS;
  const hourAngle = ((timeMs % DAY_MS) / DAY_MS) * 360 + equationOfTimeDegrees + longitude - 180;
  const sineOfElevation =
    sine(latitude) * sineOfDeclination + cosine(latitude) * cosineOfDeclination * cosine(hourAngle);
  return Math.asin(Math.max(-1, Math.min(1, sineOfElevation))) / RADIANS;
}
