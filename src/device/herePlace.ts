interface Place {
  latitude: number;
  longitude: number;
}

const TIMEOUT_MS = 15_000;
/** To a kilometre: more is not needed for the time of sunset, and the place of a home is nobody's business. */
const PER_DEGREE = 100;

/** Where this device is, roughly; undefined when it does not know, or its owner does not tell. */
export function herePlace(): Promise<Place | undefined> {
  // Missing on plain http in some browsers.
  if (!('geolocation' in navigator)) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) }),
      () => resolve(undefined),
      { timeout: TIMEOUT_MS, maximumAge: Infinity },
    );
  });
}

function rounded(degrees: number): number {
  return Math.round(degrees * PER_DEGREE) / PER_DEGREE;
}
