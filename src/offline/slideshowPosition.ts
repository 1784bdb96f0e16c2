import { get, set } from 'idb-keyval';
import { POSITION_RECORD_PREFIX } from '../contract/offline.ts';
import { isRecord, textOf } from '../domain/records.ts';

/** Where a slideshow stood. The photo's own name, since its place in the list shifts with every upload. */
export interface SlideshowPosition {
  albumSlug: string;
  filename: string;
}

/** Remembered for each album a slideshow was started from, so that a tablet that reboots goes on where it was. */
export async function rememberPosition(startedFrom: string, position: SlideshowPosition): Promise<void> {
  await set(POSITION_RECORD_PREFIX + startedFrom, position).catch(() => undefined);
}

export async function lastPosition(startedFrom: string): Promise<SlideshowPosition | undefined> {
  const record: unknown = await get(POSITION_RECORD_PREFIX + startedFrom).catch(() => undefined);
  if (!isRecord(record)) return undefined;
  const position = { albumSlug: textOf(record, 'albumSlug'), filename: textOf(record, 'filename') };
  return position.filename === '' ? undefined : position;
}
