/** The longest time over which the notifications of one change are spread. */
export const LONGEST_SPREAD_MS = 2_000;
/** Further changes of albums, as in an upload of hundreds of photos, wait until this long after the last event. */
export const LEAST_BETWEEN_MS = 2_000;
const MS_PER_TABLET = 4;

interface Listener {
  /** The number of tablets that listen. */
  listening: number;
  /** From 0 to 1. */
  random: number;
  /** The time since this tablet was last notified of albums; Infinity for never. */
  sinceLastMs: number;
}

/**
 * Returns the wait before a tablet is notified of changed albums. A thousand tablets that request the same list in the
 * same instant would delay everybody else.
 */
export function albumsDelayMs({ listening, random, sinceLastMs }: Listener): number {
  const spreadMs = Math.min(LONGEST_SPREAD_MS, listening * MS_PER_TABLET);
  return Math.max(random * spreadMs, LEAST_BETWEEN_MS - sinceLastMs);
}

/**
 * A short form of everything that a tablet shows of each album, by the album's id. Albums with equal forms look the
 * same on the wall.
 */
export type AlbumStates = ReadonlyMap<string, string>;

/** The albums that are new, gone or different. */
export function changedAlbums(before: AlbumStates, after: AlbumStates): string[] {
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].filter((id) => before.get(id) !== after.get(id));
}
