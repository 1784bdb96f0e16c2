interface Place {
  latitude: number;
  longitude: number;
}

const TIMEOUT_MS = 15_000;
/** Rounds to a kilometre: the time of sunset needs no more, and the exact place of a home is private. */
const PER_DEGREE = 100;

/** Returns the rough position of this device; undefined when it is unknown or the owner does not share it. */
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
