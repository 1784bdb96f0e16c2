import { get, set } from 'idb-keyval';
import { POSITION_RECORD_PREFIX } from '../contract/offline.ts';
import { isRecord, textOf } from '../domain/records.ts';

/** Where a slideshow stood. The photo's own name, since its place in the list shifts with every upload. */
export interface SlideshowPosition {
  albumSlug: string;
  filename: string;
}

/** A browser without a database for us, or with a broken one, remembers nothing; idb-keyval then throws at once. */
async function orNothing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

/** Remembered for each album a slideshow was started from, so that a tablet that reboots goes on where it was. */
export async function rememberPosition(startedFrom: string, position: SlideshowPosition): Promise<void> {
  await orNothing(() => set(POSITION_RECORD_PREFIX + startedFrom, position));
}

export async function lastPosition(startedFrom: string): Promise<SlideshowPosition | undefined> {
  const record: unknown = await orNothing(() => get(POSITION_RECORD_PREFIX + startedFrom));
  if (!isRecord(record)) return undefined;
  const position = { albumSlug: textOf(record, 'albumSlug'), filename: textOf(record, 'filename') };
  return position.filename === '' ? undefined : position;
}
